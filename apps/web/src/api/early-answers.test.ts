import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchEarly, fetchOnce } from './early-answers.ts';

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

test('an early answer is used once, by the same request', async () => {
  fetchEarly(url, '');
  expect([await read(''), await read('')]).toEqual(['first', 'second']);
});

test('an early answer is never used in another session', async () => {
  fetchEarly(url, 'mine');
  expect(await read('yours')).toBe('second');
});

test('an unused early answer expires', async () => {
  fetchEarly(url, '');
  vi.advanceTimersByTime(10_000);
  expect(await read('')).toBe('second');
});

test('a failed early request is repeated', async () => {
  answers = [];
  fetchEarly(url, '');
  answers = ['again'];
  expect(await read('')).toBe('again');
});

test('a request with a body never uses an early answer', async () => {
  fetchEarly(url, '');
  const answer = await fetchOnce(url, { method: 'POST', headers: { 'access-token': '' } });
  expect(await answer.text()).toBe('second');
});
