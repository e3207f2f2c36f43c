import type { FeeProtected } from '../command.ts';
import type { FeeOverride } from '../matching-engine.ts';
import { maxFeePpm } from './fee.ts';

/** False for rates above the hard maximum, or a `feeProtection` that is neither true nor absent. Older journals have neither field nor maximum. */
export function areRatesAllowed(command: FeeProtected, { makerFeePpm, takerFeePpm }: FeeOverride): boolean {
  // Read from a journal.
  const feeProtection: unknown = command.feeProtection;
  if (feeProtection === undefined) return true;
  return feeProtection === true && makerFeePpm <= maxFeePpm && takerFeePpm <= maxFeePpm;
}
