import { refuse } from '../refusals.ts';

/** A maker's and a taker's rate, in millionths. */
export interface FeeRates {
  readonly makerPpm: number;
  readonly takerPpm: number;
}

const ppmPerPercent = 10_000;

/** @throws Refusal `badRequest` for a rate above the exchange's maximum, however many operators want it */
export function refuseAboveCap({ makerPpm, takerPpm }: FeeRates, maxFeePpm: number): void {
  if (makerPpm <= maxFeePpm && takerPpm <= maxFeePpm) return;
  const values = { max: String(maxFeePpm / ppmPerPercent) };
  throw refuse('feeTooHigh', { values, data: { maxFeePpm } });
}

/** The rates as they count: none above the exchange's maximum, which may have been lowered since. */
export function withinCap<Rates extends FeeRates>(rates: Rates, maxFeePpm: number): Rates {
  const { makerPpm, takerPpm } = rates;
  return { ...rates, makerPpm: Math.min(makerPpm, maxFeePpm), takerPpm: Math.min(takerPpm, maxFeePpm) };
}
