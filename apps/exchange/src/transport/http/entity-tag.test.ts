import { calls } from '@fft/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';
import { route } from './route.ts';

let http: TestApi;
let rate: string;
beforeEach(async () => {
  http = await createTestApi();
  rate = '7.1';
  // At once and later: both ways of a handler.
  route(http.api, calls.market.rates, () => ({ unit: 'USDT' as const, rates: { CNY: rate } }));
  route(http.api, calls.coins.list, () => Promise.resolve([]));
  route(http.api, calls.market.time, () => ({ time: 1 }));
  await http.listen();
});
afterEach(() => http.close());

test.each([calls.market.rates, calls.coins.list])('$path is sent again only if it changed', async ({ path }) => {
  const first = await http.get(path);
  const tag = first.headers.get('etag') ?? '';
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
    const again = await http.get(path, { headers: { 'if-none-match': known } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
  }
  expect((await http.get(path, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
});

test('a changed answer, another language and a refusal are sent whole', async () => {
  const { path } = calls.market.rates;
  const headers = { 'if-none-match': (await http.get(path)).headers.get('etag') ?? '' };
  expect((await http.get(path, { headers, fields: { lang: 'en' } })).status).toBe(200);
  rate = '7.2';
  expect((await http.get(path, { headers })).status).toBe(200);
});

test('other answers have no tag and are not kept', async () => {
  const { headers } = await http.get(calls.market.time.path);
  expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store']);
});
