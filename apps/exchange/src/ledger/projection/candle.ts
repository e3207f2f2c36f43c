import { candleStart, type Interval } from '@fft/contract';
import type { Fill } from '@fft/engine';

/** What one stretch of time of one market came to, in ledger integers. Sums may pass 2^53, so they are wide. */
export interface Candle {
  /** Where it begins, ms. */
  readonly time: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volumeLots: bigint;
  readonly turnover: bigint;
  readonly trades: number;
}

export interface MarketCandle extends Candle {
  readonly market: number;
}

/** A trade as the shortest candle there is: it begins at the trade's own moment. */
export function candleOfFill({ market, time, priceTicks, quantityLots, notional }: Fill): MarketCandle {
  return {
    market,
    time,
    openTicks: priceTicks,
    highTicks: priceTicks,
    lowTicks: priceTicks,
    closeTicks: priceTicks,
    volumeLots: BigInt(quantityLots),
    turnover: BigInt(notional),
    trades: 1,
  };
}

/**
 * Folds candles into those of a longer interval, in the order in which these open. Each market's candles have to come in the order of time, as the engine,
 * whose time never goes back, gives its fills.
 */
export function candlesOf(interval: Interval, parts: readonly MarketCandle[]): MarketCandle[] {
  const places = new Map<number, number>();
  const candles: MarketCandle[] = [];
  for (const part of parts) {
    const time = candleStart(interval, part.time);
    const place = places.get(part.market) ?? -1;
    const current = candles[place];
    if (current?.time === time) candles[place] = { ...joined(current, part), market: part.market };
    else places.set(part.market, candles.push({ ...part, time }) - 1);
  }
  return candles;
}

/** A candle with what came after it and belongs to it. */
export function joined(candle: Candle, later: Candle): Candle {
  return {
    time: candle.time,
    openTicks: candle.openTicks,
    highTicks: Math.max(candle.highTicks, later.highTicks),
    lowTicks: Math.min(candle.lowTicks, later.lowTicks),
    closeTicks: later.closeTicks,
    volumeLots: candle.volumeLots + later.volumeLots,
    turnover: candle.turnover + later.turnover,
    trades: candle.trades + later.trades,
  };
}

/** A stretch without trades: flat at the close before it. */
export function flatCandle(time: number, closeTicks: number): Candle {
  return {
    time,
    openTicks: closeTicks,
    highTicks: closeTicks,
    lowTicks: closeTicks,
    closeTicks,
    volumeLots: 0n,
    turnover: 0n,
    trades: 0,
  };
}
