import { hotKey, type KeyRef, type Payment, paymentOf, small } from '@fft/chains';
import { parseTransaction, type Hex, type TransactionSerializableEIP1559 } from 'viem';

/** What the signer is asked to sign, and what for. */
export interface SigningRequest {
  readonly key: KeyRef;
  /** An unsigned EIP-1559 transaction, serialized. */
  readonly transaction: Hex;
  /** `withdrawal`, by its number; `sweep` to the hot wallet; `gas` that a sweep needs. */
  readonly purpose: 'withdrawal' | 'sweep' | 'gas';
  /** The withdrawal's or sweep's number: of one purpose and number one payment is ever signed. */
  readonly reference: number;
}

/** The signer's own limits, whatever it is asked. Amounts in the smallest units of the chain. */
export interface Limits {
  readonly chainId: number;
  readonly hot: string;
  /** Most of one payment and of all within 24 hours, by token's contract, or `native`. What isn't named is never signed. */
  readonly amounts: Readonly<Record<string, { readonly one: bigint; readonly day: bigint }>>;
  /** The most that a transaction's gas may cost in all. */
  readonly feeMax: bigint;
  /** The most that is sent to a deposit address for a sweep's gas. */
  readonly gasMax: bigint;
}

/** Why something isn't signed. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused';
}

/** What was signed before: kept by the signer, so that nobody else has to be believed. */
export interface Signed {
  readonly purpose: SigningRequest['purpose'];
  readonly reference: number;
  readonly nonce: number;
  readonly payment: Payment;
  readonly time: number;
}

const dayMs = 86_400_000;

/**
 * Decides by the bytes that are to be signed, and by nothing that is said of them: one payment of a listed token or the chain's own coin, to where
 * this key may pay, within the limits, and no second one for the same reference unless it replaces the first (the same nonce and payment).
 * @throws SigningRefused
 */
export function decide(request: SigningRequest, limits: Limits, before: readonly Signed[], now: number): Signed {
  const transaction = transactionOf(request.transaction);
  const payment = paymentOf(transaction);
  if (!payment) throw new SigningRefused('not exactly one payment');
  const { nonce, chainId, gas = 0n, maxFeePerGas = 0n } = transaction;
  if (chainId !== limits.chainId) throw new SigningRefused(`made for chain ${chainId}`);
  if (nonce === undefined) throw new SigningRefused('without a nonce');
  if (gas * maxFeePerGas > limits.feeMax) throw new SigningRefused('its gas may cost too much');
  checkRoute(request, payment, limits);
  const same = before.filter(
    ({ purpose, reference }) => purpose === request.purpose && reference === request.reference,
  );
  for (const one of same) {
    if (one.nonce !== nonce || !isSame(one.payment, payment))
      throw new SigningRefused('something else was signed for this');
  }
  if (same.length === 0 && request.purpose === 'withdrawal') checkDay(payment, limits, before, now);
  return { purpose: request.purpose, reference: request.reference, nonce, payment, time: now };
}

/** Deposits go to the hot wallet and nowhere else; withdrawals and gas come from it alone. */
function checkRoute({ key, purpose }: SigningRequest, payment: Payment, limits: Limits): void {
  const isHot = key.branch === hotKey.branch && key.index === hotKey.index;
  const toHot = small(payment.to) === small(limits.hot);
  if (purpose === 'sweep') {
    if (key.branch !== 0 || !toHot) throw new SigningRefused('a sweep goes from a deposit address to the hot wallet');
    return;
  }
  if (!isHot || toHot) throw new SigningRefused('the hot wallet pays, and not itself');
  if (purpose === 'gas' && (payment.token !== null || payment.amount > limits.gasMax)) {
    throw new SigningRefused('too much for gas');
  }
}

function checkDay(payment: Payment, limits: Limits, before: readonly Signed[], now: number): void {
  const name = nameOf(payment);
  const limit = limits.amounts[name];
  if (!limit || payment.amount > limit.one) throw new SigningRefused('more than one payment may be');
  const payments = new Map(
    before
      .filter(({ purpose, time }) => purpose === 'withdrawal' && time > now - dayMs)
      .map((one) => [one.reference, one.payment]),
  );
  let day = payment.amount;
  for (const one of payments.values()) if (nameOf(one) === name) day += one.amount;
  if (day > limit.day) throw new SigningRefused('more than a day may be');
}

function transactionOf(bytes: Hex): TransactionSerializableEIP1559 {
  try {
    const transaction = parseTransaction(bytes);
    if (transaction.type === 'eip1559' && !('r' in transaction) && !transaction.accessList?.length) return transaction;
  } catch (error) {
    throw new SigningRefused('not a transaction', { cause: error });
  }
  throw new SigningRefused('not an unsigned EIP-1559 transaction');
}

function nameOf({ token }: Payment): string {
  return token === null ? 'native' : small(token);
}

function isSame(one: Payment, other: Payment): boolean {
  return nameOf(one) === nameOf(other) && small(one.to) === small(other.to) && one.amount === other.amount;
}
