import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NetworkError, type Client } from '@fft/client';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { registerFunded, startGatewayProcess, type GatewayProcess } from './gateway-process.ts';

const symbol = 'BTC/USDT';
let database: TestDatabase;
let dataDir: string;
const running = new Set<GatewayProcess>();

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fft-gateways-'));
});
afterAll(async () => {
  for (const gateway of running) await gateway.kill();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts another process on the shared database. */
async function startGateway(): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  running.add(gateway);
  return gateway;
}

interface Traffic {
  /** Order ids of answered orders, by clientOrderId. */
  readonly answered: Map<string, string>;
  readonly failures: unknown[];
  stop(): Promise<void>;
}

/** Places orders, some of which trade, until it is stopped or its process is gone. */
function sendOrders(client: Client, name: string): Traffic {
  const answered = new Map<string, string>();
  const failures: unknown[] = [];
  const stopping = new AbortController();
  async function send(lane: number): Promise<void> {
    for (let index = 0; !stopping.signal.aborted; index += 1) {
      const clientOrderId = `${name}-${lane}-${index}`;
      const order = { symbol, type: 'limit', price: '97000', quantity: '0.0001', clientOrderId } as const;
      try {
        const { id } = await client.call(calls.trade.create, {
          ...order,
          side: (index + lane) % 2 === 0 ? 'buy' : 'sell',
        });
        answered.set(clientOrderId, id);
      } catch (error) {
        failures.push(error);
        if (error instanceof NetworkError) return;
      }
    }
  }
  const lanes = Promise.all([0, 1, 2, 3].map(send));
  return {
    answered,
    failures,
    stop: async () => {
      stopping.abort();
      await lanes;
    },
  };
}

test('when one of two processes is killed under load, the other’s customers notice nothing and no answered order is lost', async () => {
  // The first one writes the tables.
  const first = await startGateway();
  const second = await startGateway();
  const tokens = { one: await registerFunded(first, 'one'), two: await registerFunded(first, 'two') };
  const atFirst = sendOrders(first.clientOf(tokens.one), 'first');
  const atSecond = sendOrders(second.clientOf(tokens.two), 'second');
  await expect
    .poll(() => Math.min(atFirst.answered.size, atSecond.answered.size), { timeout: 15_000 })
    .toBeGreaterThan(50);
  await first.kill();
  const whenKilled = atSecond.answered.size;
  await expect.poll(() => atSecond.answered.size, { timeout: 15_000 }).toBeGreaterThan(whenKilled + 50);
  await Promise.all([atFirst.stop(), atSecond.stop()]);
  expect(atSecond.failures).toEqual([]);

  // The other process has every answered order exactly once, under its id.
  const heir = second.clientOf(tokens.one);
  for (const [clientOrderId, id] of atFirst.answered) {
    expect((await heir.call(calls.trade.history, { limit: 1 })).items).toHaveLength(1);
    const { rows } = await database.pool.query<{ id: number }>('select id from orders where client_order_id = $1', [
      clientOrderId,
    ]);
    expect(rows.map((row) => String(row.id))).toEqual([id]);
  }
  const { rows: sums } = await database.pool.query<{ sum: string }>(
    'select sum(available_delta + frozen_delta)::text as sum from ledger group by asset',
  );
  expect(sums.length).toBeGreaterThan(0);
  for (const { sum } of sums) expect(sum).toBe('0');

  // After a restart both processes show the same.
  const again = await startGateway();
  const seenBy = async (gateway: GatewayProcess) => {
    const open = await gateway.clientOf(tokens.one).call(calls.trade.openOrders, { limit: 100 });
    const assets = await gateway.clientOf(tokens.two).call(calls.assets.overview, {});
    const { bids, asks } = await gateway.clientOf().call(calls.trade.depth, { symbol, limit: 100 });
    return { open: open.items, accounts: assets.accounts, bids, asks };
  };
  await expect.poll(() => seenBy(again)).toEqual(await seenBy(second));
}, 60_000);
