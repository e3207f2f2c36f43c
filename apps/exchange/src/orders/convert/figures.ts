import { multiplyDivideDown, multiplyDivideUp } from '@fft/decimal';
import type { ExpectedFill, MarketRules } from '@fft/engine';

/** Parts in the whole. */
export const million = 1_000_000;

export interface FiguresTerms {
  readonly side: 'buy' | 'sell';
  readonly rules: Pick<MarketRules, 'unitsPerLot' | 'unitsPerTickLot'>;
  /** The taker's. */
  readonly feePpm: number;
}

/** What fills cost and bring, in units of the coins. */
export interface Figures {
  readonly lots: number;
  /** In quote units. */
  readonly notional: number;
  readonly pay: number;
  /** After the fee, which each fill rounds up. */
  readonly receive: number;
  readonly fee: number;
}

/** Sums up fills that an order would make. */
export function figuresOf(fills: readonly ExpectedFill[], { side, rules, feePpm }: FiguresTerms): Figures {
  let [lots, notional, fee] = [0, 0, 0];
  for (const [ticks, quantity] of fills) {
    const [base, quote] = [quantity * rules.unitsPerLot, ticks * quantity * rules.unitsPerTickLot];
    lots += quantity;
    notional += quote;
    fee += multiplyDivideUp(side === 'buy' ? base : quote, feePpm, million);
  }
  const base = lots * rules.unitsPerLot;
  const [pay, received] = side === 'buy' ? [notional, base] : [base, notional];
  return { lots, notional, pay, receive: received - fee, fee };
}

export interface LimitTerms {
  readonly side: 'buy' | 'sell';
  readonly marginPpm: number;
  /** The worst price that the market allows: the highest of a buy, the lowest of a sell. */
  readonly worstTicks: number;
}

/** The limit price of an order that needs this price: beyond it by the margin, within what the market allows. */
export function limitOf(neededTicks: number, { side, marginPpm, worstTicks }: LimitTerms): number {
  const margin = multiplyDivideDown(neededTicks, marginPpm, million);
  return side === 'buy' ? Math.min(worstTicks, neededTicks + margin) : Math.max(worstTicks, neededTicks - margin);
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
