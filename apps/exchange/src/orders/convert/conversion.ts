import { multiplyDivideDown } from '@fft/decimal';

/** Ticks and lots of a price level. */
export type Level = readonly [ticks: number, lots: number];

export interface ConversionTerms {
  readonly side: 'buy' | 'sell';
  /** The levels that the order would take, best first. */
  readonly levels: readonly Level[];
  /** Quote units that a buy may cost at most, or lots of a sell. */
  readonly most: number;
  readonly unitsPerTickLot: number;
  /** How far the limit lies beyond the worst level that is needed. */
  readonly marginPpm: number;
  /** The worst price that the market allows: the highest of a buy, the lowest of a sell. */
  readonly worstTicks: number;
}

/** An all-or-nothing limit order. */
export interface Conversion {
  readonly priceTicks: number;
  readonly lots: number;
  /** Quote units that it costs or brings as the book stands. */
  readonly notional: bigint;
}

const million = 1_000_000;

/** The largest order that an amount pays for even at its limit price; null if the book holds less. `lots` is 0 if the amount pays for none. */
export function convert(terms: ConversionTerms): Conversion | null {
  return terms.side === 'buy' ? convertQuote(terms) : convertBase(terms);
}

function convertBase(terms: ConversionTerms): Conversion | null {
  let lots = 0;
  for (const [ticks, quantity] of terms.levels) {
    if (ticks < terms.worstTicks) return null;
    lots += quantity;
    if (lots >= terms.most) return conversionOf(limitOf(ticks, terms), terms.most, terms);
  }
  return null;
}

/** A higher limit may pay for less than the levels before it hold: then the order ends with these. */
function convertQuote(terms: ConversionTerms): Conversion | null {
  const { levels, most, worstTicks, unitsPerTickLot } = terms;
  let [lots, limitBefore] = [0, 0];
  for (const [ticks, quantity] of levels) {
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

function conversionOf(priceTicks: number, lots: number, { levels, unitsPerTickLot }: ConversionTerms): Conversion {
  let [left, notional] = [lots, 0n];
  for (const [ticks, quantity] of levels) {
    if (left === 0) break;
    const taken = Math.min(left, quantity);
    notional += BigInt(taken) * BigInt(ticks) * BigInt(unitsPerTickLot);
    left -= taken;
  }
  return { priceTicks, lots, notional };
}

/** A taker's fee on an amount received, rounded up. */
export function feeOn(received: bigint, feePpm: number): bigint {
  return (received * BigInt(feePpm) + BigInt(million - 1)) / BigInt(million);
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
