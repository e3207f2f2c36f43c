import { hotKey, type KeyRef, type Payment, paymentOf, small } from '@fft/chains';
import { parseTransaction, type Hex, type TransactionSerializableEIP1559 } from 'viem';
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
  readonly hot: string;
  /** Where the hot wallet's surplus may go; null: nowhere. */
  readonly cold: string | null;
  /** By token's contract, or `native`. What isn't named is never signed. */
  readonly amounts: Readonly<Record<string, AmountLimit>>;
  /** The most that a transaction's gas may cost in all. */
  readonly feeMax: bigint;
  /** The most that is sent to a deposit address for a sweep's gas. */
  readonly gasMax: bigint;
}

/**
 * Decides by the bytes that are to be signed, and by nothing that is said of them: one payment of a listed token or the chain's own coin, to where
 * this key may pay, within the limits, and no second one for the same reference unless it replaces the first (the same nonce and payment), or only moves coins between our own addresses.
 * @throws SigningRefused
 */
export function decideEvm(
  request: EvmRequest,
  limits: EvmLimits,
  before: readonly EvmSigned[],
  now: number,
): EvmSigned {
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
    // A sweep that failed on the chain is done again, and gas that was used up sent again: neither leaves the house.
    const isAnew = mayBeAnew.has(request.purpose) && one.nonce !== nonce;
    if (!isAnew && (one.nonce !== nonce || !isSame(one.payment, payment)))
      throw new SigningRefused('something else was signed for this');
  }
  if (same.length === 0 && request.purpose === 'withdrawal') {
    const name = nameOf(payment);
    const others = before
      .filter((one) => one.purpose === 'withdrawal' && nameOf(one.payment) === name)
      .map(({ reference, payment: { amount }, time }) => ({ reference, amount, time }));
    checkDay(payment.amount, limits.amounts[name], others, now);
  }
  return { chain: 'ETH', purpose: request.purpose, reference: request.reference, nonce, payment, time: now };
}

const mayBeAnew: ReadonlySet<Purpose> = new Set<Purpose>(['sweep', 'gas']);

/** Deposits go to the hot wallet and nowhere else; withdrawals, gas and what goes to the cold wallet come from it alone. */
function checkRoute({ key, purpose }: EvmRequest, payment: Payment, limits: EvmLimits): void {
  const isHot = key.branch === hotKey.branch && key.index === hotKey.index;
  const toHot = small(payment.to) === small(limits.hot);
  if (purpose === 'sweep') {
    if (key.branch !== 0 || !toHot) throw new SigningRefused('a sweep goes from a deposit address to the hot wallet');
    return;
  }
  if (!isHot || toHot) throw new SigningRefused('the hot wallet pays, and not itself');
  const toCold = limits.cold !== null && small(payment.to) === small(limits.cold);
  if (purpose === 'cold' && !toCold) throw new SigningRefused('not the cold wallet');
  if (purpose === 'gas' && (payment.token !== null || payment.amount > limits.gasMax)) {
    throw new SigningRefused('too much for gas');
  }
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
