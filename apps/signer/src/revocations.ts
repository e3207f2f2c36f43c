import type { AuthorizedOrder } from './authorization.ts';

/** Withdrawals that returned to review after they were approved. */
export interface Revocations {
  /** Returns the number of the decision that returned the withdrawal to review; 0 if there is none. */
  of(reference: number): number;
  /** @throws SigningRefused if the MAC is invalid */
  note(reference: number, withdrawal: AuthorizedOrder): void;
}
