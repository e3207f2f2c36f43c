import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { calls, type Order, type Twap } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { registerFunded, startGatewayProcess, type GatewayProcess } from './gateway-process.ts';

const symbol = 'BTC/USDT';
const orders = 12;
let database: TestDatabase;
let dataDir: string;
const running = new Set<GatewayProcess>();

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fft-twap-'));
});
afterAll(async () => {
  for (const gateway of running) await gateway.kill();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function startGateway(): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  running.add(gateway);
  return gateway;
}

test('TWAP orders go on after their process is killed again and again: no order is missing or there twice, and none is early', async () => {
  let gateway = await startGateway();
  const [maker, trader] = [await registerFunded(gateway, 'maker'), await registerFunded(gateway, 'trader')];
  const book = { symbol, type: 'limit', quantity: '0.4' } as const;
  for (const [side, price] of [
    ['sell', '50000'],
    ['buy', '40000'],
  ] as const) {
    await gateway.clientOf(maker).call(calls.trade.create, { ...book, side, price, clientOrderId: side });
  }
  const terms = { symbol, side: 'buy', quantity: '0.0123', orders, durationMs: 24_000 } as const;
  const twaps: Twap[] = [];
  // The one that rests has no one to trade with.
  for (const style of ['market', 'market', 'limit'] as const) {
    const clientId = `twap-${twaps.length}`;
    twaps.push(await gateway.clientOf(trader).call(calls.twap.create, { clientId, ...terms, style }));
  }
  const listed = async () => {
    const { items } = await gateway.clientOf(trader).call(calls.twap.list, {});
    return items.toReversed();
  };
  const doneOf = async (): Promise<number> => Math.min(...(await listed()).map(({ done }) => done));
  for (const done of [2, 4, 6, 8]) {
    await expect.poll(doneOf, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(done);
    // A little later each time, so that the kill meets each part of a step.
    await delay(done * 240);
    await gateway.kill();
    gateway = await startGateway();
  }
  await expect
    .poll(async () => (await listed()).map(({ state }) => state), { timeout: 90_000 })
    .toEqual(['ended', 'ended', 'ended']);
  const ended = await listed();
  expect(ended.map(({ reason, filled, average }) => [reason, filled, average])).toEqual([
    ['filled', '0.01230', '50000.000'],
    ['filled', '0.01230', '50000.000'],
    ['timeUp', '0.00000', null],
  ]);
  const { items } = await gateway.clientOf(trader).call(calls.trade.history, { limit: 100 });
  for (const [index, { id }] of twaps.entries()) {
    const children = items.filter(({ parent }) => parent?.id === id).toReversed();
    expect(children.map(({ clientOrderId }) => clientOrderId)).toEqual(
      Array.from({ length: orders }, (_, number) => `twap:${id}:${number}`),
    );
    // Half of the interval, a second, is the least between two orders; a busy machine is later with the first of them.
    for (const [before, after] of pairs(children)) expect(after.time - before.time).toBeGreaterThanOrEqual(500);
    if (index < 2) expect(sumOf(children)).toBe(1_230);
    else expect(new Set(children.map(({ state }) => state))).toEqual(new Set(['cancelled']));
  }
  const messages = await gateway.clientOf(trader).call(calls.content.list, { kind: 'account' });
  expect(messages.items.filter(({ title }) => title.includes('TWAP order ended'))).toHaveLength(3);
  const { rows: sums } = await database.pool.query<{ sum: string }>(
    'select sum(available_delta + frozen_delta)::text as sum from ledger group by asset',
  );
  expect(sums.every(({ sum }) => sum === '0')).toBe(true);
}, 240_000);

const pairs = (children: readonly Order[]): readonly (readonly [Order, Order])[] =>
  children.slice(1).map((after, index) => [children[index] ?? after, after]);

/** In lots. */
const sumOf = (children: readonly Order[]): number =>
  Math.round(children.reduce((sum, { filled }) => sum + Number(filled) * 100_000, 0));
