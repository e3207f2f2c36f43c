import type { KeyRef } from '@fft/chains';
import type { PaidCoin } from './account-chain.ts';
import type { Alongside, AttemptRow, PaymentRow } from './payment-rows.ts';

export interface PaymentOrder {
  readonly purpose: PaymentRow['purpose'];
  readonly reference: number;
  /** Whose coins are paid with, where that makes a difference. */
  readonly key: KeyRef;
  readonly coin: PaidCoin;
  readonly recipient: string;
  /** The chain's smallest units. */
  readonly amount: bigint;
}

/** Whether a payment can be made now: ready; later, when what is on its way has come back; or not without people. */
export type Prepared =
  | { readonly kind: 'ready'; readonly payment: PaymentRow }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly reason: string };

/** What became of a payment that landed. Where it is doubtful it succeeded, and its token doesn't say that it paid: people have to find out whether it did. */
export type Outcome = 'paid' | 'failed' | 'doubtful';

/** How a payment stands on the chain. */
export type Standing =
  | { readonly kind: 'waiting' }
  /** In a block, with so many confirmations by now. The cost is of the chain's own coin. */
  | {
      readonly kind: 'landed';
      readonly outcome: Outcome;
      readonly confirmations: number;
      readonly txid: string;
      readonly cost: bigint;
    }
  /** Something else was spent in its place, so deep that none of its own transactions can land any more. */
  | { readonly kind: 'displaced' };

/** Signs payments, gives them to the chain, keeps at it until they are in a block, and tells how they stand. */
export interface Payer {
  /** The payment of a purpose and reference; reserved, with what it will be paid by, where there is none. */
  prepare(order: PaymentOrder): Promise<Prepared>;
  /**
   * Signs a payment that was reserved, and writes the transaction down with what goes along with it. It is not on the chain yet.
   * @throws SigningRefused, SignerUnavailable, and what `alongside` throws: nothing is written down then
   */
  sign(payment: PaymentRow, alongside?: Alongside): Promise<AttemptRow>;
  /** Gives what was signed to the chain. */
  send(attempt: Pick<AttemptRow, 'raw'>): Promise<void>;
  /** Where a payment stands, at this height of the chain. */
  standing(payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<Standing>;
  /** What the bytes of an attempt spend, in the signer's words; null where they hash to another name, or aren't signed to pay just this. */
  slotsOf(payment: PaymentRow, attempt: AttemptRow): Promise<readonly string[] | null>;
  /** Sends a payment that waits again, after a while with a higher fee. */
  pursue(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<void>;
  /** Gives back what was reserved for one that was never signed, or can't land any more. */
  forget(payment: PaymentRow): Promise<void>;
}
