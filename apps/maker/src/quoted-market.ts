import type { Market } from '@fft/contract';
import { formatDecimal, parseDecimal } from '@fft/decimal';
import { characterOf, type MarketCharacter } from '@fft/demo-market';

/** A market that is quoted: its rules in whole ticks and lots, and how it is to look. */
export interface QuotedMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Quote coins of one tick, and base coins of one lot. Only to choose prices and sizes: what is sent is exact. */
  readonly tick: number;
  readonly lot: number;
  readonly lotsLeast: number;
  readonly lotsMost: number;
  /** Least and most worth of an order, in quote coins. */
  readonly amountLeast: number;
  readonly amountMost: number;
  /** What a customer pays whose resting order is traded with, as a fraction. */
  readonly makerFee: number;
  readonly character: MarketCharacter;
  formatPrice(ticks: number): string;
  formatQuantity(lots: number): string;
  /** Whole ticks and lots of the wire's decimals. */
  ticksOf(price: string): number;
  lotsOf(quantity: string): number;
}

/** null for a market of coins that nothing is made up about. */
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
    lotsLeast: quantity.stepsOf(market.minQuantity),
    lotsMost: quantity.stepsOf(market.maxQuantity),
    amountLeast: Number(market.minAmount),
    amountMost: Number(market.maxAmount),
    makerFee: Number(market.makerFee),
    character,
    formatPrice: price.format,
    formatQuantity: quantity.format,
    ticksOf: price.stepsOf,
    lotsOf: quantity.stepsOf,
  };
}

/** How many lots are worth about `amount` quote coins at a price, within the market's limits. */
export function lotsWorth(market: QuotedMarket, ticks: number, amount: number): number {
  const amountOfLot = ticks * market.tick * market.lot;
  const least = Math.max(market.lotsLeast, Math.ceil((market.amountLeast / amountOfLot) * 1.001));
  const most = Math.min(market.lotsMost, Math.floor((market.amountMost / amountOfLot) * 0.999));
  return Math.min(most, Math.max(least, Math.round(amount / amountOfLot)));
}

function stepped(step: string, places: number) {
  const unitsOf = (text: string): number => {
    const parsed = parseDecimal(text, places);
    if (!parsed.ok) throw new Error(`${text} has more than ${places} places`);
    return parsed.units;
  };
  const unitsPerStep = unitsOf(step);
  return {
    format: (steps: number) => formatDecimal(steps * unitsPerStep, places),
    stepsOf: (text: string) => Math.floor(unitsOf(text) / unitsPerStep),
  };
}
