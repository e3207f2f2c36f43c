import { hotKey, isSameKey, type KeyRef, type Payment, paymentOf, small } from '@fft/chains';
import { parseTransaction, type Hex, type TransactionSerializableEIP1559 } from 'viem';
import { checkAuthorized, type Claim, type NamedCoin } from './authorized.ts';
import { type Budgets, type Charge, checkBudgets, checkDay, type Spending } from './budgets.ts';
import { checkRoute } from './route.ts';
import { type EvmSigned, SigningRefused, type TokenLimit } from './signed.ts';
import type { SignedBefore } from './signed-log.ts';

/** What the signer is asked to sign on a chain of Ethereum's kind, and what for. */
export interface EvmRequest extends Claim {
  readonly key: KeyRef;
  /** An unsigned EIP-1559 transaction, serialized. */
  readonly transaction: Hex;
}

/** The signer's own limits, whatever it is asked. Amounts in the smallest units of the chain. */
export interface EvmLimits {
  readonly chainId: number;
  /** Where the hot wallet's surplus may go; null: nowhere. */
  readonly cold: string | null;
  /** By token's contract in small letters, or `native`. What isn't named is never signed. */
  readonly amounts: Readonly<Record<string, TokenLimit>>;
  /** The most that a transaction's gas may cost in all. */
  readonly feeMax: bigint;
  /** The most that is sent to a deposit address for a sweep's gas. */
  readonly gasMax: bigint;
  readonly budgets: Budgets;
}

/** The limits, and what they are compared with. */
export interface EvmRules extends EvmLimits {
  /** The hot wallets' addresses, the oldest first. */
  readonly hots: readonly string[];
  /** The address of a deposit key. */
  readonly depositOf: (index: number) => string;
  readonly macKey: string;
}

/**
 * Decides by the bytes that are to be signed, and by nothing that is said of them: one payment of a listed token or the chain's own coin, to where
 * this key may pay, within the limits and the day's budgets. A second one for the same reference replaces the first: the same key, nonce and payment, though a sweep may bring less.
 * @throws SigningRefused
 */
export function decideEvm(
  request: EvmRequest,
  rules: EvmRules,
  before: SignedBefore<EvmSigned>,
  now: number,
): EvmSigned {
  const { key, purpose, reference } = request;
  const transaction = transactionOf(request.transaction);
  const payment = paymentOf(transaction);
  if (!payment) throw new SigningRefused('not exactly one payment');
  const { nonce, chainId, gas = 0n, maxFeePerGas = 0n } = transaction;
  if (chainId !== rules.chainId) throw new SigningRefused(`made for chain ${chainId}`);
  if (nonce === undefined) throw new SigningRefused('without a nonce');
  const fee = gas * maxFeePerGas;
  if (fee > rules.feeMax) throw new SigningRefused('its gas may cost too much');
  const signed: EvmSigned = { chain: 'ETH', purpose, reference, key, nonce, payment, fee, time: now };
  const withGas = purpose === 'gas' && request.deposit !== undefined ? { ...signed, deposit: request.deposit } : signed;
  const same = before.of(request);
  const spent = before.spent(now);
  for (const one of same) checkReplaces(signed, one);
  if (purpose === 'withdrawal') checkAuthorized(request, paidBy(payment, rules), rules.macKey);
  // What was signed once is signed again, also where by now another hot wallet would have to do it.
  if (!same.some((one) => isSame(one.payment, payment))) checkAnew(request, withGas, rules, spent);
  checkBudgets(evmCharge(withGas), spent, rules.budgets);
  return withGas;
}

/** What only moves coins to ourselves may be replaced by one that brings less, where fees have risen. */
function checkReplaces(signed: EvmSigned, one: EvmSigned): void {
  const { purpose, nonce, key = hotKey, payment } = signed;
  const isInItsPlace = one.nonce === nonce && isSameKey(keyOf(one, key), key);
  const paysSame =
    purpose === 'sweep'
      ? nameOf(one.payment) === nameOf(payment) && small(one.payment.to) === small(payment.to)
      : isSame(one.payment, payment);
  if (!isInItsPlace || !paysSame) throw new SigningRefused('something else was signed for this');
}

function checkAnew({ key, purpose, deposit }: EvmRequest, signed: EvmSigned, rules: EvmRules, spent: Spending): void {
  const { payment } = signed;
  const { to, token, amount } = payment;
  const cold = rules.cold && small(rules.cold);
  const isDepositOf = (index: number): boolean => small(rules.depositOf(index)) === small(to);
  checkRoute({ key, purpose, to: small(to), token, amount, deposit }, { ...rules, cold, isDepositOf });
  if (token !== null && !rules.amounts[nameOf(payment)]) throw new SigningRefused('its token is not a named one');
  if (purpose === 'withdrawal') checkDay(evmCharge(signed), spent, rules.amounts[nameOf(payment)]);
}

/** The first signers didn't write it down: only one hot wallet could have been it, and of sweeps it doesn't matter, as all go to ourselves. */
function keyOf({ key, purpose }: EvmSigned, asked: KeyRef): KeyRef {
  return key ?? (purpose === 'sweep' ? asked : hotKey);
}

/** What one may cost. */
export function evmCharge(signed: EvmSigned): Charge {
  const { purpose, reference, nonce, payment, fee = 0n, deposit } = signed;
  const key = keyOf(signed, hotKey);
  const isGas = purpose === 'gas' && deposit !== undefined;
  const isWithdrawal = purpose === 'withdrawal';
  return {
    slot: `${key.branch}/${key.index}/${nonce}`,
    isWithdrawal,
    fee,
    payers: key.branch === 0 ? [key.index] : [],
    gas: isGas ? { deposit, amount: payment.amount } : null,
    paid: isWithdrawal ? { money: nameOf(payment), slot: String(reference), amount: payment.amount } : null,
  };
}

function paidBy(payment: Payment, { amounts }: EvmRules): Parameters<typeof checkAuthorized>[1] {
  const isTo = (address: string): boolean => address.toLowerCase() === payment.to.toLowerCase();
  return { chain: 'ETH', coin: coinOf(payment, amounts), amount: payment.amount, isTo };
}

function coinOf(payment: Payment, amounts: EvmLimits['amounts']): NamedCoin {
  if (payment.token === null) return { coin: 'ETH', decimals: 18 };
  const limit = amounts[nameOf(payment)];
  if (!limit) throw new SigningRefused('its token is not a named one');
  return limit;
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
