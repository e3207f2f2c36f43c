import { multiplyDivideDown } from '@fft/decimal';
import { maxFillsOf, type MarketRules } from '@fft/engine';

/** Ticks and lots of a fill. */
type Fill = readonly [ticks: number, lots: number];

export interface ConversionTerms {
  readonly side: 'buy' | 'sell';
  /** The fills that an order would make, in their order. */
  readonly fills: readonly Fill[];
  /** Quote units that a buy may cost at most, or lots of a sell. */
  readonly most: number;
  readonly unitsPerTickLot: number;
  /** How far the limit lies beyond the worst price that is needed. */
  readonly marginPpm: number;
  /** The worst price that the market allows: the highest of a buy, the lowest of a sell. */
  readonly worstTicks: number;
}

/** An all-or-nothing limit order. */
export interface Conversion {
  readonly priceTicks: number;
  readonly lots: number;
  /** What it fills as the book stands. */
  readonly fills: readonly Fill[];
}

const million = 1_000_000;

/** The largest order that an amount pays for even at its limit price; null if the fills end before. `lots` is 0 if the amount pays for none. */
export function convert(terms: ConversionTerms): Conversion | null {
  return terms.side === 'buy' ? convertQuote(terms) : convertBase(terms);
}

function convertBase(terms: ConversionTerms): Conversion | null {
  let lots = 0;
  for (const [ticks, quantity] of terms.fills) {
    if (ticks < terms.worstTicks) return null;
    lots += quantity;
    if (lots >= terms.most) return conversionOf(limitOf(ticks, terms), terms.most, terms);
  }
  return null;
}

/** A higher limit may pay for less than the fills before it bring: then the order ends with these. */
function convertQuote(terms: ConversionTerms): Conversion | null {
  const { fills, most, worstTicks, unitsPerTickLot } = terms;
  let [lots, limitBefore] = [0, 0];
  for (const [ticks, quantity] of fills) {
    if (ticks > worstTicks) return null;
    const limit = limitOf(ticks, terms);
    const affordable = Number(BigInt(most) / (BigInt(limit) * BigInt(unitsPerTickLot)));
    if (affordable <= lots) return conversionOf(limitBefore || limit, lots, terms);
    lots += quantity;
    if (affordable <= lots) return conversionOf(limit, affordable, terms);
    limitBefore = limit;
  }
  return null;
}

function limitOf(ticks: number, { side, marginPpm, worstTicks }: ConversionTerms): number {
  const margin = multiplyDivideDown(ticks, marginPpm, million);
  return side === 'buy' ? Math.min(worstTicks, ticks + margin) : Math.max(worstTicks, ticks - margin);
}

function conversionOf(priceTicks: number, lots: number, { fills }: ConversionTerms): Conversion {
  const taken: Fill[] = [];
  let left = lots;
  for (const [ticks, quantity] of fills) {
    if (left === 0) break;
    taken.push([ticks, Math.min(left, quantity)]);
    left -= Math.min(left, quantity);
  }
  return { priceTicks, lots, fills: taken };
}

export interface FiguresTerms {
  readonly side: 'buy' | 'sell';
  readonly rules: Pick<MarketRules, 'unitsPerLot' | 'unitsPerTickLot' | 'maxFillsPerCommand'>;
  readonly feePpm: number;
}

/** Units paid and received, these after the fee. */
export interface Figures {
  /** Quote units as the book stands. */
  readonly notional: bigint;
  readonly pay: bigint;
  readonly payMax: bigint;
  readonly receive: bigint;
  readonly receiveMin: bigint;
  readonly fee: bigint;
}

/** What a conversion costs and brings: as the book stands, and in the worst case that its order allows. */
export function figuresOf(conversion: Conversion, { side, rules, feePpm }: FiguresTerms): Figures {
  const { priceTicks, lots, fills } = conversion;
  const [perLot, perTickLot] = [BigInt(rules.unitsPerLot), BigInt(rules.unitsPerTickLot)];
  const baseOf = (quantity: number): bigint => BigInt(quantity) * perLot;
  const quoteOf = ([ticks, quantity]: Fill): bigint => BigInt(ticks) * BigInt(quantity) * perTickLot;
  const [base, notional, atLimit] = [baseOf(lots), sum(fills.map(quoteOf)), quoteOf([priceTicks, lots])];
  const isBuy = side === 'buy';
  const fee = sum(fills.map((fill) => feeOn(isBuy ? baseOf(fill[1]) : quoteOf(fill), feePpm)));
  const [received, receivedAtLeast, step] = isBuy ? [base, base, perLot] : [notional, atLimit, perTickLot];
  const mostFills = Math.min(lots, maxFillsOf(rules));
  return {
    notional,
    pay: isBuy ? notional : base,
    payMax: isBuy ? atLimit : base,
    receive: received - fee,
    receiveMin: receivedAtLeast - highestFee(receivedAtLeast, { feePpm, mostFills, step }),
    fee,
  };
}

const sum = (units: readonly bigint[]): bigint => units.reduce((total, one) => total + one, 0n);

const whole = BigInt(million);

/** A taker's fee on what one fill brings, rounded up. */
export function feeOn(received: bigint, feePpm: number): bigint {
  return (received * BigInt(feePpm) + whole - 1n) / whole;
}

interface Rounding {
  readonly feePpm: number;
  readonly mostFills: number;
  /** Units of which each fill brings a multiple. */
  readonly step: bigint;
}

/** The highest fee on an amount that so many fills bring at most: each is rounded up. Where every multiple of the step has a whole fee, nothing is rounded. */
function highestFee(received: bigint, { feePpm, mostFills, step }: Rounding): bigint {
  const rounded = whole - greatestDivisor(step * BigInt(feePpm), whole);
  const highest = (received * BigInt(feePpm) + BigInt(mostFills) * rounded) / whole;
  return highest < received ? highest : received;
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other);
}

export interface PriceBounds {
  /** The best price of the side that the order takes. */
  readonly bestTicks: number;
  readonly collarPpm: number;
  /** The band's lowest and highest price. */
  readonly band: { readonly low: number; readonly high: number };
}

/** The worst price of a conversion: within the market's band, and no further from the best price than a market order may go. */
export function worstTicksOf(side: 'buy' | 'sell', { bestTicks, collarPpm, band }: PriceBounds): number {
  const collar = multiplyDivideDown(bestTicks, collarPpm, million);
  return side === 'buy' ? Math.min(band.high, bestTicks + collar) : Math.max(band.low, bestTicks - collar, 1);
}
