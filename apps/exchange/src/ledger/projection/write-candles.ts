import { intervals } from '@fft/contract';
import type { Fill } from '@fft/engine';
import { candleOfFill, candlesOf } from './candle.ts';
import { bulkInsert, bulkInsertText, type Column, type Query } from './bulk-insert.ts';

const columns: readonly Column[] = [
  ['market', 'int'],
  ['interval', 'text'],
  ['time', 'bigint'],
  ['open_ticks', 'bigint'],
  ['high_ticks', 'bigint'],
  ['low_ticks', 'bigint'],
  ['close_ticks', 'bigint'],
  ['volume_lots', 'numeric'],
  ['turnover', 'numeric'],
  ['trades', 'bigint'],
  ['taker_buy_lots', 'numeric'],
  ['taker_buy_turnover', 'numeric'],
];

/** Extends an existing candle; each fill comes once and in order, so nothing has to be read first. */
const takeIn = `on conflict (market, interval, time) do update set
  high_ticks = greatest(candles.high_ticks, excluded.high_ticks),
  low_ticks = least(candles.low_ticks, excluded.low_ticks),
  close_ticks = excluded.close_ticks,
  volume_lots = candles.volume_lots + excluded.volume_lots,
  turnover = candles.turnover + excluded.turnover,
  trades = candles.trades + excluded.trades,
  taker_buy_lots = candles.taker_buy_lots + excluded.taker_buy_lots,
  taker_buy_turnover = candles.taker_buy_turnover + excluded.taker_buy_turnover`;

const candles = {
  name: 'project-candles',
  text: bulkInsertText('candles', columns, takeIn),
  width: columns.length,
};

/** Builds the queries that add fills to the candles of every interval. */
export function writeCandles(fills: readonly Fill[]): readonly Query[] {
  const minutes = candlesOf('1m', fills.map(candleOfFill));
  const rows = intervals.flatMap((interval) => candlesOf(interval, minutes).map((candle) => ({ interval, candle })));
  return bulkInsert(candles, rows, ({ interval, candle }) => [
    candle.market,
    interval,
    candle.time,
    candle.openTicks,
    candle.highTicks,
    candle.lowTicks,
    candle.closeTicks,
    candle.volumeLots,
    candle.turnover,
    candle.trades,
    candle.takerBuyLots,
    candle.takerBuyTurnover,
  ]);
}
