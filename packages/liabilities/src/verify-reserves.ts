import type { Publication, ReserveSignature } from './proof.ts';
import { isReserveSigned } from './reserve-signature.ts';
import { liabilitiesRoot } from './statement.ts';

/** A signature of a publication, and if it is by the key of its address, for exactly this day and these totals. */
export interface CheckedSignature extends ReserveSignature {
  readonly holds: boolean;
}

/** Checks every signature of a publication. Anyone can: the address itself names the key. */
export function verifyReserves(publication: Publication): CheckedSignature[] {
  const root = liabilitiesRoot(publication);
  const signatures = Array.isArray(publication.signatures) ? publication.signatures : [];
  return signatures.map((one) => {
    const { chain, address, signature } = one;
    const holds = root !== null && isReserveSigned({ day: publication.day, root, chain, address }, signature);
    return { ...one, holds };
  });
}
