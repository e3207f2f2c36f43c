import type { WithdrawalClaim } from './authorized.ts';

/** Withdrawals that went back to people after they were decided. */
export interface SentBack {
  /** The number of the decision that one went back with; 0 where it never did. */
  of(reference: number): number;
  /** @throws SigningRefused where nothing proves it */
  note(reference: number, withdrawal: WithdrawalClaim): void;
}
