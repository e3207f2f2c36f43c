import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, maxRecurring, type RecurringBuy } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { registerFunded, startGatewayProcess, type GatewayProcess } from './gateway-process.ts';

const hourMs = 3_600_000;
let database: TestDatabase;
let dataDir: string;
const running = new Set<GatewayProcess>();

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fft-recurring-'));
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

/** An hour of a zone that began less than half an hour ago: a buy stays due for an hour. */
function presentHour(now: number): { readonly timeZone: string; readonly hour: number; readonly due: number } {
  const isFirstHalf = now % hourMs < hourMs / 2;
  const ahead = isFirstHalf ? 0 : 5.5 * hourMs;
  const local = Math.floor((now + ahead) / hourMs) * hourMs;
  return {
    timeZone: isFirstHalf ? 'UTC' : 'Asia/Kolkata',
    hour: new Date(local).getUTCHours(),
    due: local - ahead,
  };
}

async function countOf(query: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(query);
  return Number(rows[0]?.count);
}

const boughtSoFar = (): Promise<number> =>
  countOf("select count(*) from order_schedule_children where state = 'ended' and filled_lots > 0");

test('recurring buys go on after their process is killed again and again: each buys once, and none is skipped', async () => {
  let gateway = await startGateway();
  const maker = await registerFunded(gateway, 'maker');
  const sale = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '50000', quantity: '0.4' } as const;
  await gateway.clientOf(maker).call(calls.trade.create, { ...sale, clientOrderId: 'sale' });
  const { due, ...hour } = presentHour(Date.now());
  const buyers = [
    await registerFunded(gateway, 'one'),
    await registerFunded(gateway, 'two'),
    await registerFunded(gateway, 'three'),
  ];
  const terms = { from: 'USDT', to: 'BTC', amount: '50', every: 'day', ...hour } as const;
  for (const buyer of buyers) {
    for (let count = 0; count < maxRecurring; count += 1) {
      await gateway.clientOf(buyer).call(calls.recurring.create, { clientId: `buy-${count}`, ...terms });
    }
  }

  // Each wave makes a part of them due at once; the process dies after so many of it.
  for (const [wave, killedAfter] of [1, 2, 4, 6, 8].entries()) {
    const before = await boughtSoFar();
    await database.pool.query('update order_schedules set next_at = $1 where id % 5 = $2', [due, wave]);
    await expect.poll(boughtSoFar, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(before + 1);
    await expect
      .poll(boughtSoFar, { timeout: 60_000, interval: 2 })
      .toBeGreaterThanOrEqual(Math.min(before + killedAfter, buyers.length * maxRecurring));
    await gateway.kill();
    gateway = await startGateway();
    await expect
      .poll(() => countOf(`select count(*) from order_schedules where next_at <= ${due}`), { timeout: 60_000 })
      .toBe(0);
  }

  for (const buyer of buyers) {
    const client = gateway.clientOf(buyer);
    const buys: readonly RecurringBuy[] = await client.call(calls.recurring.list, {});
    expect(buys).toHaveLength(maxRecurring);
    for (const { id, state, reason, nextAt } of buys) {
      // At the book's price 50 pay for 100 lots.
      expect({ state, reason, nextAt }).toEqual({ state: 'running', reason: null, nextAt: due + 24 * hourMs });
      const { items } = await client.call(calls.recurring.history, { id });
      expect(items.map(({ paid, received }) => [Number(paid), received !== null])).toEqual([[50, true]]);
    }
    const { items: orders } = await client.call(calls.trade.history, { limit: 100 });
    const own = orders.filter(({ parent }) => parent?.kind === 'recurring');
    expect(own.map(({ state }) => state)).toEqual(Array.from({ length: maxRecurring }, () => 'filled'));
    expect(new Set(own.map(({ parent }) => parent?.id)).size).toBe(maxRecurring);
    const { accounts } = await client.call(calls.assets.overview, {});
    const usdt = accounts.coin.find(({ coin }) => coin === 'USDT');
    expect(Number(usdt?.frozen)).toBe(0);
    const messages = await client.call(calls.content.list, { kind: 'account' });
    expect(messages.items.filter(({ title }) => /skipped|paused/.test(title))).toEqual([]);
  }
  const { rows: sums } = await database.pool.query<{ sum: string }>(
    'select sum(available_delta + frozen_delta)::text as sum from ledger group by asset',
  );
  expect(sums.every(({ sum }) => sum === '0')).toBe(true);
}, 240_000);
