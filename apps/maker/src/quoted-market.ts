import type { Market } from '@fft/contract';
import { formatDecimal, parseDecimal } from '@fft/decimal';
import { characterOf, type MarketCharacter } from '@fft/demo-market';

/** A quoted market: its rules in whole ticks and lots, and its character. */
export interface QuotedMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Quote coins per tick, and base coins per lot. Approximate: only to choose prices and sizes. Orders are sent exactly. */
  readonly tick: number;
  readonly lot: number;
  readonly minLots: number;
  readonly maxLots: number;
  /** Limits on the value of an order, in quote coins. */
  readonly minAmount: number;
  readonly maxAmount: number;
  /** The maker fee of customers, as a fraction. */
  readonly makerFee: number;
  readonly character: MarketCharacter;
  formatPrice(ticks: number): string;
  formatQuantity(lots: number): string;
  /** Formats whole ticks and lots as the wire's decimals. */
  ticksOf(price: string): number;
  lotsOf(quantity: string): number;
}

/** Null for a market of unknown coins. */
export function quotedMarket(market: Market): QuotedMarket | null {
  const character = characterOf(market.base, market.quote);
  if (character === null) return null;
  const price = stepped(market.tickSize, market.pricePlaces);
  const quantity = stepped(market.lotSize, market.quantityPlaces);
  return {
    symbol: market.symbol,
    base: market.base,
    quote: market.quote,
    tick: Number(market.tickSize),
    lot: Number(market.lotSize),
    minLots: quantity.stepsOf(market.minQuantity),
    maxLots: quantity.stepsOf(market.maxQuantity),
    minAmount: Number(market.minAmount),
    maxAmount: Number(market.maxAmount),
    makerFee: Number(market.makerFee),
    character,
    formatPrice: price.format,
    formatQuantity: quantity.format,
    ticksOf: price.stepsOf,
    lotsOf: quantity.stepsOf,
  };
}

/** Lots worth about `amount` quote coins at a price, within the market's limits. */
export function lotsWorth(market: QuotedMarket, ticks: number, amount: number): number {
  const amountOfLot = ticks * market.tick * market.lot;
  const least = Math.max(market.minLots, Math.ceil((market.minAmount / amountOfLot) * 1.001));
  const most = Math.min(market.maxLots, Math.floor((market.maxAmount / amountOfLot) * 0.999));
  return Math.min(most, Math.max(least, Math.round(amount / amountOfLot)));
}

function stepped(step: string, places: number) {
  const unitsOf = (text: string): number => {
    const parsed = parseDecimal(text, places);
    if (!parsed.ok) throw new Error(`${text} has more than ${places} decimal places`);
    return parsed.units;
  };
  const unitsPerStep = unitsOf(step);
  return {
    format: (steps: number) => formatDecimal(steps * unitsPerStep, places),
    stepsOf: (text: string) => Math.floor(unitsOf(text) / unitsPerStep),
  };
}
