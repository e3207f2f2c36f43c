import { expect, test } from 'vitest';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { Candle } from '../../ledger/projection/candle.ts';
import { createSeries } from './series.ts';

const view = { id: 0, pricePlaces: 0, tickMantissa: 1, rules: {}, base: {}, quote: {} } as unknown as MarketView;
const query = { interval: '1m', from: 0, to: 10_000_000, limit: 100 } as const;

function open(maxCandles?: number) {
  const state = { now: 600_000, trades: 1, reads: 0, fails: false };
  const series = createSeries({
    now: () => state.now,
    board: {
      candles: {
        latest: () => ({ running: { time: 600_000, trades: state.trades } as Candle }),
      } as never,
    },
    candles: {
      page: async () => {
        state.reads += 1;
        await Promise.resolve();
        if (state.fails) throw new Error('no connection');
        return [];
      },
    },
    ...(maxCandles !== undefined && { maxCandles }),
  });
  return { state, series };
}

test('a series is read once for all callers, until a trade or a new interval changes it', async () => {
  const { state, series } = open();
  await Promise.all(Array.from({ length: 200 }, () => series(view, query)));
  await series(view, { ...query, to: 20_000_000 });
  expect(state.reads).toBe(1);
  state.trades += 1;
  await series(view, query);
  expect(state.reads).toBe(2);
  state.now += 60_000;
  await series(view, query);
  expect(state.reads).toBe(3);
});

test('a failed read is not cached', async () => {
  const { state, series } = open();
  state.fails = true;
  await expect(series(view, query)).rejects.toThrow('no connection');
  state.fails = false;
  await expect(series(view, query)).resolves.toEqual([]);
});

test('the cache is bounded by its candles and drops the oldest series first', async () => {
  const { state, series } = open(250);
  for (const from of [1, 2, 3, 1]) await series(view, { ...query, from });
  expect(state.reads).toBe(4);
  await series(view, { ...query, from: 3 });
  expect(state.reads).toBe(4);
});
