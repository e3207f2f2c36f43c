import type { PayoutOption, SavedBankAccount } from '@fft/contract';

/** A complete payout, ready to confirm. */
export interface Plan {
  readonly option: PayoutOption;
  readonly account: SavedBankAccount;
  /** Debited, including the fee. */
  readonly amount: string;
}
