import type { KeyRef } from '@fft/chains';
import type { PaidCoin } from '../chains/account-chain.ts';
import type { Alongside, AttemptRow, PaymentRow } from './payment-rows.ts';

export interface PaymentOrder {
  readonly purpose: PaymentRow['purpose'];
  readonly reference: number;
  /** The key whose coins pay, where that matters. */
  readonly key: KeyRef;
  readonly coin: PaidCoin;
  readonly recipient: string;
  /** In the chain's smallest units. */
  readonly amount: bigint;
}

/** Readiness of a payment: ready; later, when coins on their way have returned; or only with people's help. */
export type Readiness =
  | { readonly kind: 'ready'; readonly payment: PaymentRow }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Readiness of a batch; null if one of its orders has a payment already. */
export type BatchReadiness =
  | Exclude<Readiness, { kind: 'ready' }>
  | { readonly kind: 'ready'; readonly batch: PaymentRow }
  | null;

/** Pays several withdrawals by one transaction. */
export interface BatchPayer {
  /** True for coins of which several payments fit into one transaction. All payments of a batch are of one coin. */
  takes(coin: PaidCoin): boolean;
  /** Reserves a batch, which owns its coins, and a payment for each order. */
  prepare(orders: readonly PaymentOrder[]): Promise<BatchReadiness>;
  /** Signs for these payments, all that are left of a reserved batch, as {@link Payer.sign} does. */
  sign(batch: PaymentRow, payments: readonly PaymentRow[], alongside: Alongside): Promise<AttemptRow>;
}

/** Outcome of a payment in a block. Doubtful: the transaction succeeded, but its token reports no payment, so people must find out. */
export type Outcome = 'paid' | 'failed' | 'doubtful';

/** State of a payment on the chain. */
export type PaymentProgress =
  | { readonly kind: 'waiting' }
  /** In a block, with its confirmations so far. The cost is in the chain's own coin. */
  | {
      readonly kind: 'landed';
      readonly outcome: Outcome;
      readonly confirmations: number;
      readonly txid: string;
      readonly cost: bigint;
    }
  /** Another transaction took its place, too deep for any of its own to land. */
  | { readonly kind: 'displaced' };

/** What became of an attempt to replace a payment. */
export type Replacement =
  | 'replaced'
  /** The last attempt was made a moment ago. */
  | 'tooSoon'
  | 'feeAtMaximum'
  /** An earlier nonce is waiting. */
  | 'waitsForEarlier'
  | 'signerRefused'
  | 'signerAway'
  /** On this chain nothing can replace a payment. */
  | 'unsupported';

/** Signs payments, sends them, keeps resending until a block includes them, and reports their state. */
export interface Payer {
  /** Returns the payment of a purpose and reference; reserves it, with its funding, if there is none. */
  prepare(order: PaymentOrder): Promise<Readiness>;
  /**
   * Signs a reserved payment and records the transaction together with `alongside`. It is not on the chain yet.
   * @throws SigningRefused, SignerUnavailable, and errors of `alongside`; nothing is recorded then
   */
  sign(payment: PaymentRow, alongside?: Alongside): Promise<AttemptRow>;
  /** Sends a signed transaction to the chain. */
  send(attempt: Pick<AttemptRow, 'raw'>): Promise<void>;
  /** Returns a payment's state at this height. */
  progressOf(payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<PaymentProgress>;
  /** The slots that an attempt's bytes spend, in the signer's terms; null if their hash differs, or they pay something else. */
  slotsOf(payment: PaymentRow, attempt: AttemptRow): Promise<readonly string[] | null>;
  /** Resends a waiting payment, after a while with a higher fee. */
  pursue(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<void>;
  /** Replaces a waiting payment by one with a higher fee now, because an operator asks for it. The signer's limits hold as ever. */
  replace(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<Replacement>;
  /** Releases what was reserved for a payment that was never signed or cannot land any more. What a batch reserved is released with the batch. */
  forget(payment: PaymentRow): Promise<void>;
  /** Absent where each payment needs a transaction of its own. */
  readonly batches?: BatchPayer;
}
