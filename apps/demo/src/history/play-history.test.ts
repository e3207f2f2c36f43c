import { PriceProcess } from '@fft/demo-market';
import { createEngine } from '@fft/engine';
import { MemoryJournal, type Batch, type Entry, type Journal } from '@fft/journal';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeCommands } from '../../../exchange/src/ledger/codec.ts';
import { EngineHost } from '../../../exchange/src/ledger/replica/engine-host.ts';
import type { HistoryPlanOptions } from './plan-history.ts';
import { playHistory } from './play-history.ts';

const until = Date.UTC(2026, 10, 20, 12, 34, 56);
const seed = 'a seed for the tests of the history';
const plan: HistoryPlanOptions = {
  prices: new PriceProcess({ seed, anchor: until }),
  seed,
  until,
  days: 30,
  maker: 1000,
  taker: 1001,
};
const dayMs = 86_400_000;
/** A short history, quick to play. */
const shortPlan = { ...plan, days: 0.2 };

interface Trade {
  readonly market: number;
  readonly time: number;
}

/** Starts on a journal like the server: replays it, then plays the missing part. */
async function start(journal: Journal, plan: HistoryPlanOptions, trades: Trade[] = []): Promise<EngineHost> {
  const host = new EngineHost(journal, createEngine);
  host.subscribe(({ fills }) => trades.push(...fills.map(({ market, time }) => ({ market, time }))));
  await host.catchUp();
  await playHistory({ journal, host, plan, say: () => undefined });
  return host;
}

/** A journal whose process is killed right after entry `last` is durable. */
function killedAfter(journal: Journal, last: number): Journal {
  return {
    read: (after, limit) => journal.read(after, limit),
    find: (batchId) => journal.find(batchId),
    begin: () => journal.begin(),
    head: () => journal.head(),
    confirm: () => journal.confirm(),
    watch: (onMore) => journal.watch(onMore),
    close: () => journal.close(),
    append: async (batch: Batch): Promise<Entry> => {
      const entry = await journal.append(batch);
      if (entry.sequence === last) throw new Error('killed');
      return entry;
    },
  };
}

const journal = new MemoryJournal();
const trades: Trade[] = [];
let host: EngineHost;

beforeAll(async () => {
  host = await start(journal, plan, trades);
}, 60_000);

describe('thirty days', () => {
  test('each busy market trades in every quarter of an hour and every minute of the last day, in order of time', () => {
    expect(
      trades.every(({ time }, index) => time >= (trades[index - 1]?.time ?? until - 30 * dayMs) && time < until),
    ).toBe(true);
    for (const symbol of ['BTC/USDT', 'ETH/USDT', 'POL/USDT', 'USDT/CNY', 'BTC/USD']) {
      const market = host.engine.markets.findIndex((rules) => rules.symbol === symbol);
      const times = trades.filter((trade) => trade.market === market).map(({ time }) => time);
      const slots = (from: number, lengthMs: number) =>
        new Set(times.filter((time) => time >= from).map((time) => Math.floor((time - from) / lengthMs))).size;
      expect([symbol, slots(until - 30 * dayMs, 900_000), slots(until - dayMs, 60_000)]).toEqual([
        symbol,
        30 * 96,
        1_440,
      ]);
    }
    expect(new Set(trades.map(({ market }) => market)).size).toBe(host.engine.markets.length);
  });

  test('leave no open orders, and both accounts with ample funds', () => {
    for (const owner of [1000, 1001]) {
      expect(host.engine.openOrders(owner)).toEqual([]);
      for (const { available, frozen } of host.engine.balances(owner))
        expect([available > 0, frozen]).toEqual([true, 0]);
    }
    host.engine.validate();
  });

  test('end at the prices at which the market maker begins', () => {
    const btc = host.engine.markets.findIndex(({ symbol }) => symbol === 'BTC/USDT');
    expect(host.engine.lastPriceTicks(btc) / 10 / 97_400).toBeCloseTo(1, 2);
  });
});

test('a second start plays nothing', async () => {
  const journal = new MemoryJournal();
  const host = await start(journal, shortPlan);
  const before = await journal.head();
  const again = await start(journal, shortPlan);
  expect(await journal.head()).toEqual(before);
  expect(again.engine.stateHash()).toBe(host.engine.stateHash());
});

test('a start that was killed while playing resumes, with the same journal and state as an uninterrupted one', async () => {
  const [journal, other] = [new MemoryJournal(), new MemoryJournal()];
  const host = await start(journal, shortPlan);
  for (const last of [1, 2, 4]) await expect(start(killedAfter(other, last), shortPlan)).rejects.toThrow('killed');
  const third = await start(other, shortPlan);
  expect(third.engine.stateHash()).toBe(host.engine.stateHash());
  expect(await other.head()).toEqual(await journal.head());
});

test('a journal with other or later entries is left alone', async () => {
  const other = new MemoryJournal();
  await expect(start(killedAfter(other, 2), shortPlan)).rejects.toThrow('killed');
  const bytes = encodeCommands([{ type: 'tick', time: until + 1 }]);
  await other.append({ batchId: '00000000-0000-4000-8000-000000000001', bytes });
  const before = await other.head();
  await start(other, shortPlan);
  expect(await other.head()).toEqual(before);
});
