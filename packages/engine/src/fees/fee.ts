import { multiplyDivideUp } from '@fft/decimal';

/** Parts in the whole, for fees, bands and collars. */
export const million = 1_000_000;

/** The highest fee rate that a command with `feeProtection` may set: 10 %. */
export const maxFeePpm = 100_000;

/** The fee on the received amount, rounded up to one unit. Rates are at most the whole, so the fee never exceeds the amount. */
export function feeOn(received: number, feePpm: number): number {
  return feePpm === 0 ? 0 : multiplyDivideUp(received, feePpm, million);
}
