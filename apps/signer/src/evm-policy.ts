import { hotKey, isSameKey, type KeyRef, type Payment, paymentOf, small } from '@fft/chains';
import { parseTransaction, type Hex, type TransactionSerializableEIP1559 } from 'viem';
import { checkRoute } from './route.ts';
import { type AmountLimit, checkDay, type EvmSigned, type Purpose, SigningRefused } from './signed.ts';

/** What the signer is asked to sign on a chain of Ethereum's kind, and what for. */
export interface EvmRequest {
  readonly key: KeyRef;
  /** An unsigned EIP-1559 transaction, serialized. */
  readonly transaction: Hex;
  readonly purpose: Purpose;
  /** The withdrawal's or sweep's number: of one purpose and number one payment is ever signed. */
  readonly reference: number;
}

/** The signer's own limits, whatever it is asked. Amounts in the smallest units of the chain. */
export interface EvmLimits {
  readonly chainId: number;
  /** Where the hot wallet's surplus may go; null: nowhere. */
  readonly cold: string | null;
  /** By token's contract, or `native`. What isn't named is never signed. */
  readonly amounts: Readonly<Record<string, AmountLimit>>;
  /** The most that a transaction's gas may cost in all. */
  readonly feeMax: bigint;
  /** The most that is sent to a deposit address for a sweep's gas. */
  readonly gasMax: bigint;
}

/** The limits, and the hot wallets' addresses, the oldest first. */
export interface EvmRules extends EvmLimits {
  readonly hots: readonly string[];
}

/**
 * Decides by the bytes that are to be signed, and by nothing that is said of them: one payment of a listed token or the chain's own coin, to where
 * this key may pay, within the limits, and no second one for the same reference unless it replaces the first (the same key, nonce and payment), or only moves coins between our own addresses.
 * @throws SigningRefused
 */
export function decideEvm(request: EvmRequest, rules: EvmRules, before: readonly EvmSigned[], now: number): EvmSigned {
  const { key, purpose, reference } = request;
  const transaction = transactionOf(request.transaction);
  const payment = paymentOf(transaction);
  if (!payment) throw new SigningRefused('not exactly one payment');
  const { nonce, chainId, gas = 0n, maxFeePerGas = 0n } = transaction;
  if (chainId !== rules.chainId) throw new SigningRefused(`made for chain ${chainId}`);
  if (nonce === undefined) throw new SigningRefused('without a nonce');
  if (gas * maxFeePerGas > rules.feeMax) throw new SigningRefused('its gas may cost too much');
  const same = before.filter((one) => one.purpose === purpose && one.reference === reference);
  let isRepeated = false;
  for (const one of same) {
    const isInItsPlace = one.nonce === nonce && isSameKey(keyOf(one, key), key);
    if (isInItsPlace && isSame(one.payment, payment)) isRepeated = true;
    // A sweep that failed on the chain is done again, gas that was used up sent again, and either in its place with another amount where fees have risen: none leaves the house.
    else if (!mayBeAnew.has(purpose)) throw new SigningRefused('something else was signed for this');
  }
  // What was signed once is signed again, also where by now another hot wallet would have to do it.
  if (!isRepeated) {
    const { to, token, amount } = payment;
    checkRoute({ key, purpose, to: small(to), token, amount }, { ...rules, cold: rules.cold && small(rules.cold) });
    if (purpose === 'withdrawal') checkAmount(payment, rules, before, now);
  }
  return { chain: 'ETH', purpose, reference, key, nonce, payment, time: now };
}

const mayBeAnew: ReadonlySet<Purpose> = new Set<Purpose>(['sweep', 'gas']);

/** The first signers didn't write it down: only one hot wallet could have been it, and of sweeps it doesn't matter, as all go to ourselves. */
function keyOf({ key, purpose }: EvmSigned, asked: KeyRef): KeyRef {
  return key ?? (purpose === 'sweep' ? asked : hotKey);
}

function checkAmount(payment: Payment, { amounts }: EvmRules, before: readonly EvmSigned[], now: number): void {
  const name = nameOf(payment);
  const others = before
    .filter((one) => one.purpose === 'withdrawal' && nameOf(one.payment) === name)
    .map(({ reference, payment: { amount }, time }) => ({ reference, amount, time }));
  checkDay(payment.amount, amounts[name], others, now);
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
