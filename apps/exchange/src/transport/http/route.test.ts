import { calls } from '@fft/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from './context.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../../ledger/refusals.ts';
import { route } from './route.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

const me = { id: 1000, sessionId: 'session' };
let ready = true;
let failure: Error = new Error('secret detail');
let seen: Context | null = null;
let http: TestApi;

beforeAll(async () => {
  const sessions = { authenticate: async (token: string) => (token === 'right' ? me : null) };
  http = await createTestApi({ sessions, isReady: () => ready });
  const { api } = http;
  route(api, calls.market.time, (_input, context) => {
    seen = context;
    return { time: 1 };
  });
  route(api, calls.market.tickers, () => {
    throw failure;
  });
  route(api, calls.trade.detail, (input, context) => {
    seen = context;
    throw refuse('quantityTooSmall', { values: { min: input.symbol }, data: { min: '1' } });
  });
  route(api, calls.trade.depth, async (input) => ({
    symbol: input.symbol,
    seq: input.limit,
    bids: [],
    asks: [],
    time: 0,
  }));
  route(api, calls.trade.cancel, (input, context) => {
    seen = context;
    throw new FieldRefusal(input.id === undefined ? { id: 'blank' } : {});
  });
  await http.listen();
});
afterAll(() => http.close());

test('a success has code 200, the message in the language and the data', async () => {
  const chinese = await http.get('/api/time.html');
  expect([chinese.status, chinese.body]).toEqual([200, { code: 200, message: '成功', data: { time: 1 } }]);
  const english = await http.get('/api/time.html', { fields: { lang: 'en' } });
  expect(english.body).toEqual({ code: 200, message: 'OK', data: { time: 1 } });
  expect(english.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(english.headers.get('cache-control')).toBe('no-store');
});

test('without a language the answer is in Chinese, and in another language than Chinese in English', async () => {
  const message = async (query: string) => (await http.fetch(`/api/time.html${query}`)).body.message;
  for (const query of ['', '?lang=zh', '?lang=zh-CN']) expect(await message(query)).toBe('成功');
  for (const query of ['?lang=fr', '?lang=en&lang=en', '?lang=']) expect(await message(query)).toBe('OK');
});

test('HEAD is refused and does not run the call', async () => {
  seen = null;
  const answer = await http.fetch('/api/time.html', { method: 'HEAD' });
  expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([405, '', 'GET']);
  expect(seen).toBeNull();
});

test.each([
  [Object.assign(new pg.DatabaseError('canceling statement', 0, 'error'), { code: '57014' }), false],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }), true],
  [new Error('Connection terminated unexpectedly'), true],
])('an unavailable database is code 503: %s', async (error, outcomeUnknown) => {
  failure = error;
  const answer = await http.get('/api/market/market_symbols.html', { fields: { lang: 'en' } });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    code: 503,
    message: 'The system is busy. Try again soon',
    data: { outcomeUnknown },
  });
});

test('the handler receives its context', async () => {
  await http.get('/api/time.html', { fields: { lang: 'en' }, headers: { 'user-agent': 'a phone' }, token: 'right' });
  expect(seen).toEqual({
    lang: 'en',
    cookies: { sent: '', set: expect.any(Function) as unknown },
    customer: null,
    ip: '127.0.0.1',
    userAgent: 'a phone',
    traceId: expect.any(String) as unknown,
  });
});

test('forms, JSON and defaults reach the handler alike', async () => {
  const form = await http.post('/api/trade/depth.html', { fields: { symbol: 'BTC/USDT', limit: '5' } });
  const json = await http.fetch('/api/trade/depth.html', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ symbol: 'BTC/USDT', limit: 5, unknown: [{}] }),
  });
  expect(form.body.data).toMatchObject({ symbol: 'BTC/USDT', seq: 5 });
  expect(json.text).toBe(form.text);
  expect((await http.post('/api/trade/depth.html?symbol=BTC/USDT')).body.data).toMatchObject({ seq: 50 });
});

test('optional auth uses a valid token and ignores an invalid one', async () => {
  await http.get('/api/trade/detail.html', { fields: { symbol: 'BTC/USDT' }, token: 'right' });
  expect(seen?.customer).toEqual(me);
  await http.get('/api/trade/detail.html', { fields: { symbol: 'BTC/USDT' }, token: 'wrong' });
  expect(seen?.customer).toBeNull();
});

test.each(['', 'wrong'])('required auth: token "%s" is 1001 before the fields are checked', async (token) => {
  const answer = await http.post('/api/trade/cancel.html', { token, fields: { id: '$', lang: 'en' } });
  expect([answer.status, answer.body]).toEqual([200, { code: 1001, message: 'Please log in again', data: null }]);
});

test('a malformed field is code 400 and names the field, in the requested language', async () => {
  const english = await http.post('/api/trade/depth.html', { fields: { limit: '4', lang: 'en' } });
  expect(english.status).toBe(200);
  expect(english.body).toEqual({
    code: 400,
    message: 'Fields cannot be blank',
    data: { fields: { symbol: 'Fields cannot be blank', limit: 'Enter a whole number within the range' } },
  });
  const chinese = await http.post('/api/trade/depth.html', { fields: { symbol: 'btc' } });
  expect(chinese.body).toEqual({ code: 400, message: '格式不正确', data: { fields: { symbol: '格式不正确' } } });
});

test.each(['[]', '"text"', '7', 'null', '[{"symbol":"BTC/USDT"}]'])(
  'a JSON body that is not an object is code 400: %s',
  async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await http.fetch('/api/trade/depth.html', { method: 'POST', headers, body });
    expect([answer.status, answer.body.code]).toEqual([200, 400]);
  },
);

test('a handler’s refusal carries its code, message and data', async () => {
  const answer = await http.get('/api/trade/detail.html', { fields: { symbol: 'BTC/USDT', lang: 'en' } });
  expect([answer.status, answer.body]).toEqual([
    200,
    { code: 2002, message: 'Amount is not enough: at least BTC/USDT', data: { min: '1' } },
  ]);
});

test('a handler’s field refusal looks like a failed validation', async () => {
  const answer = await http.post('/api/trade/cancel.html', { token: 'right' });
  expect(answer.body).toEqual({ code: 400, message: '字段不能为空', data: { fields: { id: '字段不能为空' } } });
});

test('any other error is logged under its traceId and not revealed in the answer', async () => {
  failure = new Error('secret detail');
  const answer = await http.get('/api/market/market_symbols.html', { fields: { lang: 'en', group: 'private' } });
  const line = http.logged.find(({ msg }) => msg === 'call.failed');
  expect(line).toMatchObject({ call: '/api/market/market_symbols.html', err: { message: 'secret detail' } });
  expect(JSON.stringify(line)).not.toContain('private');
  expect(answer.status).toBe(500);
  expect(answer.body).toMatchObject({ code: 500, data: { traceId: line?.['traceId'] } });
  expect(answer.headers.get('x-request-id')).toBe(line?.['traceId']);
  expect(answer.text).not.toContain('secret');
});

test('every call is 503 while the server is not ready', async () => {
  ready = false;
  const answer = await http.get('/api/time.html', { fields: { lang: 'en' } });
  ready = true;
  expect([answer.status, answer.body.code]).toEqual([503, 503]);
  expect(answer.body.message).toContain('starting or stopping');
});
