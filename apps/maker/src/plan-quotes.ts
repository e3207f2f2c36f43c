import { logNormal } from '@fft/demo-market';
import { lotsWorth, type QuotedMarket } from './quoted-market.ts';

export type Side = 'buy' | 'sell';
const sides: readonly Side[] = ['buy', 'sell'];

/** A quote to place. */
export interface Quote {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
}

/** An open quote. */
export interface OpenQuote extends Quote {
  readonly clientOrderId: string;
}

export interface QuotePlan {
  readonly cancel: readonly OpenQuote[];
  readonly place: readonly Quote[];
}

export interface QuotePlanOptions {
  readonly market: QuotedMarket;
  /** Reference price of one base coin, in quote coins. */
  readonly reference: number;
  /** Price of one quote coin in USDT. */
  readonly quoteWorth: number;
  readonly openQuotes: readonly OpenQuote[];
  /** Quoted size per side, relative to the usual 1; 0 for none. */
  readonly appetite: Readonly<Record<Side, number>>;
  /** Prices that the market accepts now; null for any. */
  readonly allowed: { readonly least: number; readonly most: number } | null;
  readonly random: () => number;
}

export const levelsPerSide = 14;
/** Distance of the furthest quote from the reference price, as a fraction. */
const farDistance = 0.022;
/** Minimum distance of quotes, as a part of the distance of new ones: quotes never reach the reference price. */
const nearest = 1 / 3;
const sizeSpread = 0.8;

/**
 * Plans the changes that place quotes well around a reference price, and keeps those that are well placed. The distances from the reference
 * price are divided into bands that widen outwards, with one quote each. No bid is at or above the reference price and no ask at or below
 * it: quotes that a price move has brought there are cancelled.
 */
export function planQuotes(options: QuotePlanOptions): QuotePlan {
  const plans = sides.map((side) => planSide(side, options));
  return { cancel: plans.flatMap(({ cancel }) => cancel), place: plans.flatMap(({ place }) => place) };
}

function planSide(side: Side, options: QuotePlanOptions): QuotePlan {
  const { market, openQuotes, appetite, allowed } = options;
  const bands = bandsOf(side, options);
  const taken = new Set<number>();
  const cancel: OpenQuote[] = [];
  for (const quote of openQuotes) {
    if (quote.side !== side) continue;
    const away = side === 'buy' ? bands.nearest - quote.ticks : quote.ticks - bands.nearest;
    const band = bands.edges.findLastIndex((edge) => edge <= away);
    if (band < 0 || band >= levelsPerSide || taken.has(band) || appetite[side] === 0) cancel.push(quote);
    else taken.add(band);
  }
  const place: Quote[] = [];
  for (let band = 0; band < levelsPerSide && appetite[side] > 0; band += 1) {
    if (taken.has(band)) continue;
    const ticks = ticksInBand(side, bands, { band, random: options.random });
    if (ticks < 1 || (allowed !== null && (ticks < allowed.least || ticks > allowed.most))) continue;
    const worth =
      market.character.frontWorth * (1 + 0.8 * band) * logNormal(options.random, sizeSpread) * appetite[side];
    place.push({ side, ticks, lots: lotsWorth(market, ticks, worth / options.quoteWorth) });
  }
  return { cancel, place };
}

interface Bands {
  /** The best allowed price. */
  readonly nearest: number;
  /** Begin of each band, in ticks from `nearest`; the last value is the end of the quotes. */
  readonly edges: readonly number[];
  /** Begin of new quotes in the first band. */
  readonly front: number;
}

function bandsOf(side: Side, { market, reference }: QuotePlanOptions): Bands {
  const { frontDistance } = market.character;
  const referenceTicks = reference / market.tick;
  const gap = referenceTicks * frontDistance * nearest;
  const best = side === 'buy' ? Math.ceil(referenceTicks - gap) - 1 : Math.floor(referenceTicks + gap) + 1;
  const edges = [0];
  for (let band = 1; band <= levelsPerSide; band += 1) {
    const distance = frontDistance * (farDistance / frontDistance) ** (band / levelsPerSide);
    // At least one tick per band, if ticks are coarse.
    edges.push(Math.max((edges.at(-1) ?? 0) + 1, Math.round(referenceTicks * distance - gap)));
  }
  return { nearest: best, edges, front: Math.round(referenceTicks * frontDistance - gap) };
}

function ticksInBand(side: Side, bands: Bands, { band, random }: { band: number; random: () => number }): number {
  const end = bands.edges[band + 1] ?? 0;
  const begin = band === 0 ? Math.min(bands.front, end - 1) : (bands.edges[band] ?? 0);
  const away = begin + Math.floor(random() * (end - begin));
  return side === 'buy' ? bands.nearest - away : bands.nearest + away;
}
