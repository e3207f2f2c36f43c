import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askEarly, fetchOnce } from './early-answers.ts';

const url = '/api/market/symbol.html?lang=zh';
const asked = (token: string): RequestInit => ({ method: 'GET', headers: { 'access-token': token } });
let answers: string[];

beforeEach(() => {
  vi.useFakeTimers();
  answers = ['first', 'second', 'third'];
  vi.stubGlobal('fetch', () => {
    const text = answers.shift();
    return text === undefined ? Promise.reject(new TypeError('no network')) : Promise.resolve(new Response(text));
  });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read = async (token: string): Promise<string> => (await fetchOnce(url, asked(token))).text();

test('what was asked for early is given once, to the same request', async () => {
  askEarly(url, '');
  expect([await read(''), await read('')]).toEqual(['first', 'second']);
});

test('another session never sees it', async () => {
  askEarly(url, 'mine');
  expect(await read('yours')).toBe('second');
});

test('what nobody came for is forgotten', async () => {
  askEarly(url, '');
  vi.advanceTimersByTime(10_000);
  expect(await read('')).toBe('second');
});

test('where it failed, it is asked for again', async () => {
  answers = [];
  askEarly(url, '');
  answers = ['again'];
  expect(await read('')).toBe('again');
});

test('a request that carries something is never answered by another', async () => {
  askEarly(url, '');
  const answer = await fetchOnce(url, { method: 'POST', headers: { 'access-token': '' } });
  expect(await answer.text()).toBe('second');
});
