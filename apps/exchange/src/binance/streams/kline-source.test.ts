import type { Fill } from '@fft/engine';
import { beforeEach, expect, test, vi } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { MarketBoard } from '../../markets/tickers/market-board.ts';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import { klineEnd, klineIntervals, klineStart } from './kline-interval.ts';
import { daysSource, minuteSource, secondSource, type ReadHours } from './kline-source.ts';
import type { StreamParts } from './stream-parts.ts';

const market = 0;
const [minuteMs, hourMs] = [60_000, 3_600_000];
const east = 8 * hourMs;
/** Wednesday, 12:00 UTC. */
const noon = Date.UTC(2026, 10, 25, 12);

let board: MarketBoard;
let now: number;
let trades: number;
let parts: StreamParts;

beforeEach(() => {
  board = new MarketBoard();
  [now, trades] = [noon, 0];
  parts = { board, market, now: () => now } as unknown as StreamParts;
});

function trade(time: number, priceTicks: number, takerSide: 'buy' | 'sell' = 'buy'): void {
  trades += 1;
  const fill = { market, tradeNumber: trades, time, takerSide, priceTicks, quantityLots: 2, notional: 10 } as Fill;
  board.add({ sequence: trades, fills: [fill] } as unknown as BatchEvents);
}

test('each interval contains its start and ends where the next begins, in both time zones', () => {
  for (const interval of klineIntervals) {
    for (const offset of [0, east]) {
      const start = klineStart(interval, noon + 12_345, offset);
      const end = klineEnd(interval, start, offset);
      expect([start <= noon + 12_345, end > noon + 12_345, klineStart(interval, end, offset)]).toEqual([
        true,
        true,
        end,
      ]);
      expect(klineStart(interval, end - 1, offset)).toBe(start);
    }
  }
  expect(new Date(klineStart('1w', noon)).toISOString()).toBe('2026-11-23T00:00:00.000Z');
  expect(new Date(klineStart('1d', noon, east)).toISOString()).toBe('2026-11-24T16:00:00.000Z');
  expect(new Date(klineStart('1M', noon, east)).toISOString()).toBe('2026-10-31T16:00:00.000Z');
});

test('minutes make klines with the ids of their trades, flat ones in between', () => {
  trade(noon + 1, 100);
  trade(noon + minuteMs, 120, 'sell');
  trade(noon + 7 * minuteMs, 90);
  const source = minuteSource(parts, '3m', 0);
  expect(source.at(noon)).toMatchObject({
    candle: {
      time: noon,
      openTicks: 100,
      closeTicks: 120,
      highTicks: 120,
      volumeLots: 4n,
      trades: 2,
      takerBuyLots: 2n,
      takerBuyTurnover: 10n,
    },
    firstTrade: 1,
    lastTrade: 2,
  });
  expect(source.at(noon + 3 * minuteMs)).toMatchObject({
    candle: { openTicks: 120, trades: 0 },
    firstTrade: -1,
    lastTrade: -1,
  });
  expect(source.at(noon + 6 * minuteMs)).toMatchObject({
    candle: { openTicks: 90, trades: 1 },
    firstTrade: 3,
    lastTrade: 3,
  });
});

test('a second without trades has the price before it, whatever traded since', () => {
  trade(noon - 1, 100);
  const source = secondSource(parts);
  const fill = (time: number, priceTicks: number): void => {
    trade(time, priceTicks);
    source.add({ sequence: trades, levels: [], fills: [board.lastTrade(market)].filter((last) => last !== null) });
  };
  fill(noon + 1_500, 120);
  expect(source.at(noon)).toMatchObject({ candle: { openTicks: 100, highTicks: 100, trades: 0 } });
  expect(source.at(noon + 1_000)).toMatchObject({ candle: { openTicks: 120, trades: 1 }, firstTrade: 2 });
  fill(noon + 3_000, 90);
  expect(source.at(noon + 2_000)).toMatchObject({ candle: { openTicks: 120, trades: 0 } });
  expect(source.at(noon + 3_000)).toMatchObject({ candle: { openTicks: 90, trades: 1 }, firstTrade: 3 });
});

test('long klines join the closed days of the tables with today’s minutes, and read again after midnight', async () => {
  const monday = klineStart('1w', noon);
  const read = vi.fn<ReadHours>((_market, from, to) =>
    Promise.resolve({
      time: from,
      openTicks: 50,
      highTicks: 200,
      lowTicks: 40,
      closeTicks: 80,
      volumeLots: BigInt((to - from) / (24 * hourMs)),
      turnover: 5n,
      trades: 3,
      takerBuyLots: 1n,
      takerBuyTurnover: 2n,
    }),
  );
  trades = 3;
  trade(noon, 100);
  const source = daysSource({ ...parts, readHours: read, onError: () => undefined }, '1w', 0);
  expect(source.at(monday)).toBeNull();
  await waitFor(() => expect(source.at(monday)).not.toBeNull());
  expect(source.at(monday)).toMatchObject({
    candle: { time: monday, openTicks: 50, highTicks: 200, closeTicks: 100, volumeLots: 4n, trades: 4 },
    firstTrade: 1,
    lastTrade: 4,
  });
  now += 24 * hourMs;
  trade(now, 110);
  source.at(monday);
  await waitFor(() => expect(source.at(monday)).toMatchObject({ candle: { closeTicks: 110, volumeLots: 5n } }));
  expect(read.mock.calls.map(([, from, to]) => [from, to])).toEqual([
    [monday, noon - 12 * hourMs],
    [monday, noon + 12 * hourMs],
  ]);
});
