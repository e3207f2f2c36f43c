import { calls, type Call } from '@fft/contract';
import { afterEach, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';
import { sayBudgets } from './charge.ts';
import { route } from './route.ts';

let http: TestApi | null = null;
afterEach(() => http?.close());

test('a call is charged to its customer and address, reports the rest of the budget, and is refused past it', async () => {
  const customers: Readonly<Record<string, number>> = { anna: 1000, ben: 1001 };
  const authenticate = (token: string) => {
    const id = customers[token];
    return id === undefined ? null : { id, sessionId: token };
  };
  http = await createTestApi({ weightPer10s: 400, sessions: { authenticate } });
  const { statementFile: statement } = calls.assets;
  const { path, weight = 1 }: Call = statement;
  route(http.api, statement, () => ({ name: '', csv: '', lines: 0, next: null, isArchived: false }));
  await http.listen();
  const ask = (token: string) => http?.get(path, { token, fields: { lang: 'en' } });
  const [first, second] = [await ask('anna'), await ask('anna')];
  expect([first?.status, second?.status]).toEqual([200, 429]);
  expect(first?.headers.get('ratelimit')).toBe(`"weight";r=${400 - weight};t=${Math.ceil(weight / 40)}`);
  expect(first?.headers.get('ratelimit-policy')).toBe('"weight";q=400;w=10');
  expect(second?.headers.get('ratelimit-policy')).toBe('"weight";q=400;w=10');
  const retryAfter = Number(second?.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(second?.body).toMatchObject({ code: 429, data: { retryAfter } });
  // Another customer of the address is not refused until the address has used up its own budget.
  expect((await ask('ben'))?.status).toBe(200);
  const strangers = [await ask('nobody'), await ask('nobody'), await ask('nobody')];
  expect(strangers.map((answer) => answer?.status)).toContain(429);
});

test('answers that cost nothing report the address’s budget, and a flood that of its requests', async () => {
  http = await createTestApi({ weightPer10s: 400, requestsPer10s: 1 });
  sayBudgets(http.api.server, http.api.weights ?? null);
  route(http.api, calls.market.time, () => ({ time: 1 }));
  await http.listen();
  const type = { 'content-type': 'application/json' };
  const answers = [
    await http.get('/api/nothing.html'),
    await http.post(calls.market.time.path),
    await http.fetch('/api/nothing.html', { method: 'POST', headers: type, body: '{' }),
    await http.get(calls.market.time.path),
    await http.get(calls.market.time.path),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 405, 400, 200, 429]);
  const policies = answers.map(({ headers }) => headers.get('ratelimit-policy'));
  expect(policies).toEqual([...Array<string>(4).fill('"weight";q=1200;w=10'), '"requests";q=1;w=10']);
  for (const { headers } of answers) expect(headers.get('ratelimit')).toMatch(/^"(weight|requests)";r=\d+;t=\d+$/);
  expect(answers.at(-1)?.headers.get('ratelimit')).toMatch(/^"requests";r=0;/);
});

test('every call fits into the smallest budget that the settings allow', () => {
  const all: readonly Call[] = Object.values<Readonly<Record<string, Call>>>(calls).flatMap((area) =>
    Object.values(area),
  );
  expect(Math.max(...all.map(({ weight = 1 }) => weight))).toBeLessThanOrEqual(400);
  expect(Math.min(...all.map(({ weight = 1 }) => weight))).toBe(1);
});
