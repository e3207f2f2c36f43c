import { candleStart, type Interval } from '@fft/contract';
import type { Fill } from '@fft/engine';

/** One interval of one market, in ledger integers. Sums may exceed 2^53, so they are bigints. */
export interface Candle {
  /** Start of the interval, ms. */
  readonly time: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volumeLots: bigint;
  readonly turnover: bigint;
  readonly trades: number;
  /** The part of volume and turnover that takers bought. */
  readonly takerBuyLots: bigint;
  readonly takerBuyTurnover: bigint;
}

export interface MarketCandle extends Candle {
  readonly market: number;
}

/** A trade as the shortest possible candle: it starts at the trade's own time. */
export function candleOfFill({ market, time, takerSide, priceTicks, quantityLots, notional }: Fill): MarketCandle {
  const isBought = takerSide === 'buy';
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
    takerBuyLots: isBought ? BigInt(quantityLots) : 0n,
    takerBuyTurnover: isBought ? BigInt(notional) : 0n,
  };
}

/**
 * Folds candles into candles of a longer interval, in the order in which these open. Each market's candles must come in order of time, as the engine's
 * fills do.
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

/** A candle, extended by a later one in the same interval. */
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
    takerBuyLots: candle.takerBuyLots + later.takerBuyLots,
    takerBuyTurnover: candle.takerBuyTurnover + later.takerBuyTurnover,
  };
}

/** An interval without trades: flat at the previous close. */
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
    takerBuyLots: 0n,
    takerBuyTurnover: 0n,
  };
}
