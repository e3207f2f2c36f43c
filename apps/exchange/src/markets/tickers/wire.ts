import type { Candle as WireCandle, Ticker, Trade } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { Fill } from '@fft/engine';
import { formatPrice, formatQuantity, type MarketView } from '../../ledger/listings/market-view.ts';
import type { Candle } from '../../ledger/projection/candle.ts';
import type { DayFigures } from './rolling-day.ts';

export function tradeWire(view: MarketView, fill: Fill): Trade {
  return {
    id: String(fill.tradeNumber),
    price: formatPrice(view, fill.priceTicks),
    quantity: formatQuantity(view, fill.quantityLots),
    side: fill.takerSide,
    time: fill.time,
  };
}

export interface TickerContext {
  /** One base coin in USDT. */
  readonly value: string | null;
  /** The day's turnover in USDT. */
  readonly turnoverUsdt: string | null;
  /** The end of the market's own halt or auction, or 0. */
  readonly stateEndsAt: number;
  readonly time: number;
}

export function tickerWire(view: MarketView, day: DayFigures, context: TickerContext): Ticker {
  const { value, turnoverUsdt, stateEndsAt, time } = context;
  const price = (ticks: number) => (ticks === 0 ? null : formatPrice(view, ticks));
  return {
    symbol: view.rules.symbol,
    last: price(day.lastTicks),
    open: price(day.openTicks),
    high: price(day.highTicks),
    low: price(day.lowTicks),
    change: day.openTicks === 0 ? null : changeOf(day.openTicks, day.lastTicks),
    volume: formatVolume(view, day.volumeLots),
    turnover: formatDecimal(day.turnover, view.quote.decimals),
    ...(turnoverUsdt !== null && { turnoverUsdt }),
    value,
    spark: day.sparkTicks.map((ticks) => formatPrice(view, ticks)),
    ...stateWire(view, stateEndsAt),
    time,
  };
}

/** Only a market's own halt and auction have an end. */
function stateWire({ rules: { state } }: MarketView, endsAt: number) {
  if (state === 'open') return { state };
  return endsAt === 0
    ? ({ state, stateReason: 'operator' } as const)
    : ({ state, stateReason: 'volatility', stateEndsAt: endsAt } as const);
}

export function candleWire(view: MarketView, candle: Candle): WireCandle {
  return [
    candle.time,
    formatPrice(view, candle.openTicks),
    formatPrice(view, candle.highTicks),
    formatPrice(view, candle.lowTicks),
    formatPrice(view, candle.closeTicks),
    formatVolume(view, candle.volumeLots),
    formatDecimal(candle.turnover, view.quote.decimals),
    candle.trades,
  ];
}

function formatVolume(view: MarketView, lots: bigint): string {
  return formatDecimal(lots * BigInt(view.lotMantissa), view.quantityPlaces);
}

/** The signed fraction from open to last, cut to six decimals. */
function changeOf(openTicks: number, lastTicks: number): string {
  return formatDecimal((BigInt(lastTicks - openTicks) * 1_000_000n) / BigInt(openTicks), 6);
}

export type Level = [price: string, quantity: string];

export function levelWire(view: MarketView, [priceTicks, quantityLots]: readonly [number, number]): Level {
  return [formatPrice(view, priceTicks), formatQuantity(view, quantityLots)];
}

/** Groups a side by `stepTicks`: bids round down, asks up, so that no price looks better than it is. */
export function groupLevels(
  levels: Iterable<readonly [number, number]>,
  side: 'bid' | 'ask',
  stepTicks: number,
): [number, number][] {
  const round = side === 'bid' ? Math.floor : Math.ceil;
  const grouped: [number, number][] = [];
  for (const [priceTicks, quantityLots] of levels) {
    const price = round(priceTicks / stepTicks) * stepTicks;
    const last = grouped.at(-1);
    if (last?.[0] === price) last[1] += quantityLots;
    else grouped.push([price, quantityLots]);
  }
  return grouped;
}
