import {
  type EvmChainName,
  hotKey,
  isSameKey,
  type KeyRef,
  type Payment,
  paymentOf,
  lowerCaseAddress,
} from '@fft/chains';
import { parseTransaction, type Hex, type TransactionSerializableEIP1559 } from 'viem';
import { checkAuthorization, type SigningRequest, type CoinUnits } from './authorization.ts';
import { type Budgets, type BudgetUse, checkBudgets, checkAmountLimits, type DailyUse } from './budgets.ts';
import { checkRoute } from './route.ts';
import { type EvmRecord, SigningRefused, type TokenLimit } from './signing-record.ts';
import type { SigningHistory } from './signing-history.ts';

/** A signing request on an EVM chain. */
export interface EvmRequest extends SigningRequest {
  readonly key: KeyRef;
  /** An unsigned EIP-1559 transaction, serialized. */
  readonly transaction: Hex;
}

/** The signer's limits of one network. Amounts in the chain's smallest units. */
export interface EvmLimits {
  /** The network's name: requests and authorizations must name it. */
  readonly chain: EvmChainName;
  /** The only chain id that is signed for this network, so that what is signed here is valid nowhere else. */
  readonly chainId: number;
  /** The coin that pays fees. */
  readonly own: CoinUnits;
  /** The only recipient of the hot wallet's surplus; null if none is allowed. */
  readonly cold: string | null;
  /** By lower-case token contract, or `native`. Other assets are never signed. */
  readonly amounts: Readonly<Record<string, TokenLimit>>;
  /** Maximum total gas cost of a transaction. */
  readonly maxFee: bigint;
  /** Maximum gas payment to a deposit address for a sweep. */
  readonly maxGas: bigint;
  readonly budgets: Budgets;
}

/** Limits and addresses of the signer. */
export interface EvmRules extends EvmLimits {
  /** Addresses of all hot wallets, oldest first. */
  readonly hots: readonly string[];
  /** Returns the address of a deposit key. */
  readonly depositOf: (index: number) => string;
  readonly macKey: string;
}

/**
 * Decides from the transaction's bytes only: one payment of a listed token or the native coin, to a recipient that this key may pay, within the limits
 * and daily budgets. A second one for the same reference must replace the first, with the same key, nonce and payment; a sweep may bring less.
 * @throws SigningRefused
 */
export function decideEvm(
  request: EvmRequest,
  rules: EvmRules,
  before: SigningHistory<EvmRecord>,
  now: number,
): EvmRecord {
  const { key, purpose, reference } = request;
  const transaction = transactionOf(request.transaction);
  const payment = paymentOf(transaction);
  if (!payment) throw new SigningRefused('the transaction is not exactly one payment');
  const { nonce, chainId, gas = 0n, maxFeePerGas = 0n } = transaction;
  if (chainId !== rules.chainId) throw new SigningRefused(`the transaction is for chain ${chainId}`);
  if (nonce === undefined) throw new SigningRefused('the transaction has no nonce');
  const fee = gas * maxFeePerGas;
  if (fee > rules.maxFee) throw new SigningRefused('the fee is above the limit');
  const signed: EvmRecord = { chain: rules.chain, purpose, reference, key, nonce, payment, fee, time: now };
  const withGas = purpose === 'gas' && request.deposit !== undefined ? { ...signed, deposit: request.deposit } : signed;
  const same = before.of(request);
  const spent = before.spent(now);
  for (const one of same) checkReplaces(signed, one);
  if (purpose === 'withdrawal') checkAuthorization(request, paidBy(payment, rules), rules.macKey);
  // An already signed payment is signed again, even if the hot wallet has been rotated since.
  if (!same.some((one) => isSame(one.payment, payment))) checkNewPayment(request, withGas, rules, spent);
  checkBudgets(evmBudgetUse(withGas), spent, rules.budgets);
  return withGas;
}

/** A sweep may be replaced by one with a smaller amount, to pay a higher fee. */
function checkReplaces(signed: EvmRecord, one: EvmRecord): void {
  const { purpose, nonce, key = hotKey, payment } = signed;
  const isInItsPlace = one.nonce === nonce && isSameKey(keyOf(one, key), key);
  const paysSame =
    purpose === 'sweep'
      ? nameOf(one.payment) === nameOf(payment) && lowerCaseAddress(one.payment.to) === lowerCaseAddress(payment.to)
      : isSame(one.payment, payment);
  if (!isInItsPlace || !paysSame) throw new SigningRefused('a different payment is already signed for this reference');
}

function checkNewPayment(
  { key, purpose, deposit }: EvmRequest,
  signed: EvmRecord,
  rules: EvmRules,
  spent: DailyUse,
): void {
  const { payment } = signed;
  const { to, token, amount } = payment;
  const cold = rules.cold && lowerCaseAddress(rules.cold);
  const isDepositOf = (index: number): boolean => lowerCaseAddress(rules.depositOf(index)) === lowerCaseAddress(to);
  checkRoute({ key, purpose, to: lowerCaseAddress(to), token, amount, deposit }, { ...rules, cold, isDepositOf });
  if (token !== null && !rules.amounts[nameOf(payment)])
    throw new SigningRefused('the token is not listed in the limits');
  if (purpose === 'withdrawal') checkAmountLimits(evmBudgetUse(signed), spent, rules.amounts[nameOf(payment)]);
}

/** Early log lines have no key: they are from the only hot wallet, and for sweeps the key does not matter. */
function keyOf({ key, purpose }: EvmRecord, asked: KeyRef): KeyRef {
  return key ?? (purpose === 'sweep' ? asked : hotKey);
}

/** Returns the maximum cost of a transaction. */
export function evmBudgetUse(signed: EvmRecord): BudgetUse {
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
    paid: isWithdrawal ? [{ money: nameOf(payment), slot: String(reference), amount: payment.amount }] : [],
  };
}

function paidBy(payment: Payment, rules: EvmRules): Parameters<typeof checkAuthorization>[1] {
  const isTo = (address: string): boolean => address.toLowerCase() === payment.to.toLowerCase();
  return { chain: rules.chain, coin: coinOf(payment, rules), amount: payment.amount, isTo };
}

function coinOf(payment: Payment, { amounts, own }: EvmRules): CoinUnits {
  if (payment.token === null) return own;
  const limit = amounts[nameOf(payment)];
  if (!limit) throw new SigningRefused('the token is not listed in the limits');
  return limit;
}

function transactionOf(bytes: Hex): TransactionSerializableEIP1559 {
  try {
    const transaction = parseTransaction(bytes);
    if (transaction.type === 'eip1559' && !('r' in transaction) && !transaction.accessList?.length) return transaction;
  } catch (error) {
    throw new SigningRefused('the bytes are not a transaction', { cause: error });
  }
  throw new SigningRefused('the transaction is not an unsigned EIP-1559 transaction');
}

function nameOf({ token }: Payment): string {
  return token === null ? 'native' : lowerCaseAddress(token);
}

function isSame(one: Payment, other: Payment): boolean {
  return (
    nameOf(one) === nameOf(other) &&
    lowerCaseAddress(one.to) === lowerCaseAddress(other.to) &&
    one.amount === other.amount
  );
}
