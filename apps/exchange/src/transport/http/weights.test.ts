import { calls, type Call } from '@fft/contract';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';
import { KeyedSemaphore } from './keyed-semaphore.ts';
import { route } from './route.ts';
import { Budgets } from './weights.ts';

let http: TestApi | null = null;
afterEach(() => http?.close());

test('a budget is charged by weight and refills evenly', () => {
  const clock = { ms: 0 };
  const budgets = new Budgets(100, () => clock.ms);
  expect(budgets.pay('a', 60)).toEqual({ waitMs: 0, left: 40, fullInMs: 6_000 });
  expect(budgets.pay('a', 60)).toEqual({ waitMs: 2_000, left: 40, fullInMs: 6_000 });
  expect(budgets.pay('b', 60).waitMs).toBe(0);
  clock.ms = 2_000;
  expect(budgets.pay('a', 60)).toEqual({ waitMs: 0, left: 0, fullInMs: 10_000 });
  clock.ms = 60_000;
  expect(budgets.pay('a', 1)).toEqual({ waitMs: 0, left: 99, fullInMs: 100 });
});

test('a caller runs two at a time, a few wait, and the rest are refused; other callers do not wait', async () => {
  const turns = new KeyedSemaphore({ maxRunning: 2, maxWaiting: 1, maxWaitMs: 60_000 });
  const gate = Promise.withResolvers<string>();
  const work = () => gate.promise;
  const running = [turns.run('a', work), turns.run('a', work), turns.run('a', work)];
  await expect(turns.run('a', work)).rejects.toMatchObject({ code: 429, data: { retryAfter: 60 } });
  expect(await turns.run('b', async () => 'at once')).toBe('at once');
  gate.resolve('done');
  expect(await Promise.all(running)).toEqual(['done', 'done', 'done']);
  expect(await turns.run('a', async () => 'free again')).toBe('free again');
});

test('a call that waits too long is refused and frees its slot', async () => {
  const turns = new KeyedSemaphore({ maxRunning: 1, maxWaiting: 5, maxWaitMs: 5 });
  const gate = Promise.withResolvers<void>();
  const first = turns.run('a', () => gate.promise);
  await expect(turns.run('a', () => delay(0))).rejects.toMatchObject({ code: 429 });
  gate.resolve();
  await first;
  await expect(turns.run('a', async () => 'free')).resolves.toBe('free');
});

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
  const retryAfter = Number(second?.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(second?.body).toMatchObject({ code: 429, data: { retryAfter } });
  // Another customer of the address is not refused until the address has used up its own budget.
  expect((await ask('ben'))?.status).toBe(200);
  const strangers = [await ask('nobody'), await ask('nobody'), await ask('nobody')];
  expect(strangers.map((answer) => answer?.status)).toContain(429);
});

test('every call fits into the smallest budget that the settings allow', () => {
  const all: readonly Call[] = Object.values<Readonly<Record<string, Call>>>(calls).flatMap((area) =>
    Object.values(area),
  );
  expect(Math.max(...all.map(({ weight = 1 }) => weight))).toBeLessThanOrEqual(400);
  expect(Math.min(...all.map(({ weight = 1 }) => weight))).toBe(1);
});
