import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, Code } from '@fft/contract';
import { startNatsServer, type NatsServer } from '@fft/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startExchange } from '../src/app.ts';
import { createLog } from '../src/platform/log.ts';
import { readSettings } from '../src/config/settings.ts';
import { takeSnapshot } from '../src/ledger/snapshots/take-snapshot.ts';
import { verifyBooks } from '../src/ledger/reconciliation/verify-books.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from './test-exchange.ts';
import { demo } from '../../demo/src/module.ts';

describe('an exchange whose journal is in NATS', () => {
  let server: NatsServer;
  let exchange: TestExchange;
  let anna: TestCustomer;
  let count = 0;

  beforeAll(async () => {
    server = await startNatsServer();
    exchange = await startTestExchange({ NATS_URL: server.url, SNAPSHOT_COMMANDS: '0' });
    anna = await exchange.register('anna');
    await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '0.5' });
    await anna.call(calls.demo.faucet, { requestId: 'money', coin: 'USDT', amount: '40000' });
  });
  afterAll(async () => {
    await exchange.stop();
    await server.close();
  });

  const order = (side: 'buy' | 'sell', price: string) =>
    ({
      clientOrderId: `order-${++count}`,
      symbol: 'BTC/USDT',
      side,
      type: 'limit',
      price,
      quantity: '0.001',
    }) as const;

  const openOrders = async (who: Pick<TestCustomer, 'call'> = anna) =>
    (await who.call(calls.trade.openOrders, { limit: 100 })).items.map(({ clientOrderId }) => clientOrderId);

  const books = () =>
    verifyBooks({ url: exchange.database.url, nats: { url: server.url, replicas: 1 }, say: () => undefined });

  test('trades, together with another process', async () => {
    const first = await anna.call(calls.trade.create, order('sell', '97000'));
    const other = await exchange.another();
    const there = other.as(anna);
    expect(await openOrders(there)).toEqual([first.clientOrderId]);
    const second = await there.call(calls.trade.create, order('buy', '96000'));
    await expect.poll(() => openOrders()).toEqual([second.clientOrderId, first.clientOrderId]);
    expect(await there.call(calls.trade.cancel, { id: first.id })).toMatchObject({ state: 'cancelled' });
    await other.stop();
  });

  test('restarts from the journal, and from a snapshot', async () => {
    await anna.call(calls.trade.create, order('sell', '97500'));
    const before = await openOrders();
    await exchange.restart();
    expect(await openOrders()).toEqual(before);
    await anna.call(calls.trade.history, { limit: 1 });
    const place = { url: exchange.database.url, nats: { url: server.url, replicas: 1 } };
    expect(await takeSnapshot(place)).not.toBeNull();
    await anna.call(calls.trade.create, order('sell', '97600'));
    const after = await openOrders();
    await exchange.restart();
    expect(await openOrders()).toEqual(after);
    expect((await books()).differences).toEqual([]);
  });

  test.each([
    ['has seen more', {}, /the journal ends at entry 0, but entry \d+ was seen/i],
    ['has tables that are ahead of it', { DATA_DIR: '' }, /the journal ends at entry 0, but the tables are at \d+/i],
  ])('refuses to start with another journal if it %s', async (_why, own, refusal) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fft-nats-'));
    const folder = 'DATA_DIR' in own ? { DATA_DIR: dataDir } : {};
    const settings = readSettings({ ...exchange.environment, ...folder, PORT: '0', MAKER: 'off', DEMO_CHAIN: 'off' });
    const starting = startExchange({
      settings,
      demo,
      log: createLog('silent'),
      say: () => undefined,
      onFatal: (error) => {
        throw error;
      },
    });
    await expect(starting).rejects.toThrow(refusal);
    await rm(dataDir, { recursive: true, force: true });
  });

  test('reports an unreachable journal server and loses nothing', { timeout: 60_000 }, async () => {
    const before = await openOrders();
    await server.kill();
    const lost = order('sell', '98000');
    const refusal = await anna.call(calls.trade.create, lost).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'RefusedError', code: Code.unavailable });
    expect(await openOrders()).toEqual(before);
    await server.start();
    await expect
      .poll(
        () =>
          anna.call(calls.trade.create, lost).then(
            ({ state }) => state,
            () => null,
          ),
        { timeout: 30_000 },
      )
      .toBe('processing');
    expect(await openOrders()).toEqual([lost.clientOrderId, ...before]);
    await anna.call(calls.trade.history, { limit: 1 });
    expect((await books()).differences).toEqual([]);
  });
});
