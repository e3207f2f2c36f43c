import type { EvmChainName, KeyRef, Payment, UtxoChainName, UtxoCoin } from '@fft/chains';

/**
 * Purposes: a withdrawal, a sweep to the hot wallet, gas for a sweep, a transfer to the cold wallet, emptying a former hot wallet, and what the contract that pays
 * batches may take of a token.
 */
export const purposes = ['withdrawal', 'sweep', 'gas', 'cold', 'rotation', 'allowance'] as const;
export type Purpose = (typeof purposes)[number];

/** A final refusal; its message is the reason. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused';
  /** The order of a batch that is the reason; null if it is not one order alone. */
  readonly reference: number | null;

  constructor(message: string, { reference = null, ...options }: ErrorOptions & { reference?: number | null } = {}) {
    super(message, options);
    this.reference = reference;
  }
}

/** Limits of one payment and of 24 hours. */
export interface AmountLimit {
  readonly one: bigint;
  readonly day: bigint;
}

/** Limits of a token, with the exchange's coin name and the token's decimals. */
export interface TokenLimit extends AmountLimit {
  readonly coin: string;
  readonly decimals: number;
}

/** A signed transaction in the signer's own log, so that decisions do not depend on other systems. */
export type SigningRecord = EvmRecord | UtxoRecord | SolanaRecord;

interface RecordBase {
  readonly purpose: Purpose;
  readonly reference: number;
  readonly time: number;
  /** Maximum fee in the native coin's smallest units. Absent in log lines from before fee budgets. */
  readonly fee?: bigint;
  /** For gas: index of the deposit key. */
  readonly deposit?: number;
  /** The other withdrawals that the same transaction pays, in their order. */
  readonly further?: readonly { readonly reference: number }[];
}

export interface EvmRecord extends RecordBase {
  /** The network: each has its own nonces and budgets. */
  readonly chain: EvmChainName;
  /** Absent in early log lines. */
  readonly key?: KeyRef;
  readonly nonce: number;
  /** Of an allowance: to its contract. */
  readonly payment: Payment;
  readonly further?: readonly EvmPaid[];
}

/** A withdrawal's payment in a batch. */
export interface EvmPaid {
  readonly reference: number;
  readonly payment: Payment;
}

export interface UtxoRecord extends RecordBase {
  readonly chain: UtxoChainName;
  readonly coins: readonly Pick<UtxoCoin, 'txid' | 'vout' | 'amount'>[];
  /** Deposit keys (branch 0) whose coins are spent. */
  readonly payers?: readonly number[];
  readonly recipient: string;
  readonly amount: bigint;
  readonly further?: readonly PaidReference[];
}

/** A withdrawal's output in a batch. */
export interface PaidReference {
  readonly reference: number;
  readonly recipient: string;
  readonly amount: bigint;
}

export interface SolanaRecord extends RecordBase {
  readonly chain: 'SOL';
  readonly key: KeyRef;
  readonly txid: string;
  /** Hash of the signed message, in hexadecimal. */
  readonly digest: string;
  /** The token's mint; null for SOL. */
  readonly token: string | null;
  readonly to: string;
  readonly amount: bigint;
  /** Another transaction may be signed for the same payment after this time; Unix milliseconds. */
  readonly expires: number;
}

/** A statement about reserves that was signed, or was about to be: the latest of its address. */
export interface AttestationRecord {
  readonly attested: { readonly chain: string; readonly address: string; readonly day: string; readonly root: string };
}
