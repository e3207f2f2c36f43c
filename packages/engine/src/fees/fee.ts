import { multiplyDivideUp } from '@fft/decimal';

/** Parts in the whole, for fees, bands and collars. */
export const million = 1_000_000;

/** The fee on what an order receives, rounded up to one unit. As a rate is at most the whole, it is never more than was received. */
export function feeOn(received: number, feePpm: number): number {
  return feePpm === 0 ? 0 : multiplyDivideUp(received, feePpm, million);
}
