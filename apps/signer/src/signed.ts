import type { KeyRef, Payment, UtxoCoin } from '@fft/chains';

/** What something is signed for: a withdrawal, by its number; bringing coins to the hot wallet; the gas that this needs; bringing coins to the cold wallet; bringing what former hot wallets have to the present one. */
export const purposes = ['withdrawal', 'sweep', 'gas', 'cold', 'rotation'] as const;
export type Purpose = (typeof purposes)[number];

/** Why something isn't signed. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused';
}

/** Most of one payment and of all within 24 hours. */
export interface AmountLimit {
  readonly one: bigint;
  readonly day: bigint;
}

/** The same of a token, which the exchange calls by a coin's name and a chain counts in so many decimals. */
export interface TokenLimit extends AmountLimit {
  readonly coin: string;
  readonly decimals: number;
}

/** What was signed before: kept by the signer, so that nobody else has to be believed. */
export type Signed = EvmSigned | UtxoSigned | TronSigned;

interface SignedBase {
  readonly purpose: Purpose;
  readonly reference: number;
  readonly time: number;
  /** The most that the chain may take for it, in smallest units of its own coin. Not there in what signers without budgets wrote down. */
  readonly fee?: bigint;
  /** Of gas: the deposit key that it is for. */
  readonly deposit?: number;
}

export interface EvmSigned extends SignedBase {
  readonly chain: 'ETH';
  /** Not there in what the first signers wrote down. */
  readonly key?: KeyRef;
  readonly nonce: number;
  readonly payment: Payment;
}

export interface UtxoSigned extends SignedBase {
  readonly chain: 'BTC' | 'LTC';
  readonly coins: readonly Pick<UtxoCoin, 'txid' | 'vout' | 'amount'>[];
  /** The deposit keys, on branch 0, whose coins are spent. */
  readonly payers?: readonly number[];
  readonly recipient: string;
  readonly amount: bigint;
}

export interface TronSigned extends SignedBase {
  readonly chain: 'TRX';
  readonly key: KeyRef;
  readonly txid: string;
  readonly token: string | null;
  readonly to: string;
  readonly amount: bigint;
  /** Past this it can't land any more; Unix milliseconds. */
  readonly expires: number;
}
