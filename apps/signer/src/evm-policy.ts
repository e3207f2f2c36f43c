import {
  allowanceOf,
  dispersalOf,
  type EvmChainName,
  hotKey,
  isSameKey,
  type KeyRef,
  type Payment,
  paymentOf,
  lowerCaseAddress,
} from '@fft/chains';
import { parseTransaction, type Hex, type TransactionSerializableEIP1559 } from 'viem';
import { checkAuthorization, ordersOf, pairOrders, type SigningRequest, type CoinUnits } from './authorization.ts';
import { type Budgets, type BudgetUse, checkBudgets, checkEachAmount, type DailyUse } from './budgets.ts';
import { checkRoute } from './route.ts';
import { type EvmPaid, type EvmRecord, SigningRefused, type TokenLimit } from './signing-record.ts';
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
  /** The contract that pays batches of a token; null if none is signed. It may take what is allowed to it, so its code must be known. */
  readonly disperse: string | null;
  /** By lower-case token contract, or `native`. Other assets are never signed. */
  readonly amounts: Readonly<Record<string, TokenLimit>>;
  /** Maximum total cost of a transaction. */
  readonly maxFee: bigint;
  /** What each payment's data counts as beside its gas, on networks that charge for it: no field of the bytes bounds that charge. */
  readonly maxDataFee: bigint;
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
 * Decides from the transaction's bytes only: one payment of a listed token or the native coin, to a recipient that this key may pay, or one payment of a token for each
 * withdrawal of a batch by the contract of the settings, within the limits and daily budgets. A second one for the same reference must replace the first, with the same
 * key, nonce and payment; a sweep may bring less. It may leave out withdrawals of the earlier batch, and adds none.
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
  const paid = paidFor(request, transaction, rules);
  const [first, ...further] = paid;
  if (!first) throw new SigningRefused('the transaction is not exactly one payment');
  const { nonce, chainId, gas = 0n, maxFeePerGas = 0n } = transaction;
  if (chainId !== rules.chainId) throw new SigningRefused(`the transaction is for chain ${chainId}`);
  if (nonce === undefined) throw new SigningRefused('the transaction has no nonce');
  // Each withdrawal of a batch alone could cost as much.
  const count = BigInt(paid.length);
  const fee = gas * maxFeePerGas + rules.maxDataFee * count;
  if (fee > rules.maxFee * count) throw new SigningRefused('the fee is above the limit');
  const { payment } = first;
  const signed: EvmRecord = {
    chain: rules.chain,
    purpose,
    reference,
    key,
    nonce,
    payment,
    fee,
    time: now,
    ...(purpose === 'gas' && request.deposit !== undefined && { deposit: request.deposit }),
    ...(further.length > 0 && { further }),
  };
  for (const one of paid) for (const earlier of before.of({ purpose, ...one })) checkReplaces(signed, one, earlier);
  if (purpose === 'withdrawal') checkOrders(request, paid, rules);
  checkNewPayments(request, { signed, paid, before, spent: before.spent(now) }, rules);
  checkBudgets(evmBudgetUse(signed), before.spent(now), rules.budgets);
  return signed;
}

/** The payment of each order, in their order. @throws SigningRefused unless there is exactly one for each */
function paidFor(
  request: EvmRequest,
  transaction: TransactionSerializableEIP1559,
  rules: EvmRules,
): readonly EvmPaid[] {
  const { purpose } = request;
  if (purpose === 'allowance') return [{ reference: request.reference, payment: allowedBy(transaction, rules) }];
  const one = paymentOf(transaction);
  const contract = purpose === 'withdrawal' && rules.disperse !== null ? lowerCaseAddress(rules.disperse) : null;
  const dispersed = contract && dispersalOf(transaction, contract);
  const payments = dispersed ?? (one ? [one] : []);
  return pairOrders(purpose, ordersOf(request), payments).map(({ order, payment }) => {
    return { reference: order.reference, payment };
  });
}

/** What the contract that pays batches may take: of a listed token, at most what may be paid in a day. */
function allowedBy(transaction: TransactionSerializableEIP1559, { disperse, amounts }: EvmRules): Payment {
  const allowance = allowanceOf(transaction);
  if (!allowance) throw new SigningRefused('the transaction is not exactly one allowance');
  const { token, spender: to, amount } = allowance;
  if (disperse === null || lowerCaseAddress(to) !== lowerCaseAddress(disperse))
    throw new SigningRefused('the allowance is not for the contract that pays batches');
  const limit = amounts[lowerCaseAddress(token)];
  if (!limit) throw new SigningRefused('the token is not listed in the limits');
  if (amount > limit.day) throw new SigningRefused('the allowance is above the daily limit');
  return { token, to, amount };
}

function checkOrders(request: EvmRequest, paid: readonly EvmPaid[], rules: EvmRules): void {
  for (const [index, order] of ordersOf(request).entries()) {
    const one = paid[index];
    if (one) checkAuthorization(order, paidBy(one.payment, rules), rules.macKey);
  }
}

/** A sweep may be replaced by one with a smaller amount, to pay a higher fee. */
function checkReplaces(signed: EvmRecord, { reference }: EvmPaid, one: EvmRecord): void {
  const { purpose, nonce, key = hotKey } = signed;
  const isInItsPlace = one.nonce === nonce && isSameKey(keyOf(one, key), key);
  const earlier = paidIn(one);
  const paysSame = paidIn(signed).every((paid) =>
    earlier.some(
      (before) =>
        before.reference === paid.reference &&
        (purpose === 'sweep' ? isAlike(before.payment, paid.payment) : isSame(before.payment, paid.payment)),
    ),
  );
  if (!isInItsPlace || !paysSame)
    throw new SigningRefused('a different payment is already signed for this reference', {
      reference: signed.further ? reference : null,
    });
}

/** All payments of a transaction, in their order. */
function paidIn({ reference, payment, further = [] }: EvmRecord): readonly EvmPaid[] {
  return [{ reference, payment }, ...further];
}

interface Asked {
  readonly signed: EvmRecord;
  readonly paid: readonly EvmPaid[];
  readonly before: SigningHistory<EvmRecord>;
  readonly spent: DailyUse;
}

/** An already signed payment is signed again, even if the hot wallet has been rotated since. */
function checkNewPayments(request: EvmRequest, { signed, paid, before, spent }: Asked, rules: EvmRules): void {
  const { purpose } = request;
  const isSigned = ({ reference, payment }: EvmPaid): boolean =>
    before
      .of({ purpose, reference })
      .some((one) => paidIn(one).some((other) => other.reference === reference && isSame(other.payment, payment)));
  const fresh = paid.filter((one) => !isSigned(one));
  for (const one of fresh) checkNewPayment(request, one, rules);
  const [first] = fresh;
  if (first && purpose === 'withdrawal')
    checkEachAmount(evmBudgetUse(signed), { spent, paid, limit: rules.amounts[nameOf(first.payment)] });
}

function checkNewPayment(
  { key, purpose, deposit, further }: EvmRequest,
  { reference, payment }: EvmPaid,
  rules: EvmRules,
): void {
  const { to, token, amount } = payment;
  const cold = rules.cold && lowerCaseAddress(rules.cold);
  const disperse = rules.disperse && lowerCaseAddress(rules.disperse);
  const isDepositOf = (index: number): boolean => lowerCaseAddress(rules.depositOf(index)) === lowerCaseAddress(to);
  try {
    checkRoute(
      { key, purpose, to: lowerCaseAddress(to), token, amount, deposit },
      { ...rules, cold, disperse, isDepositOf },
    );
  } catch (error) {
    // Of a batch the others can go on.
    const isOfBatch = error instanceof SigningRefused && further !== undefined;
    throw isOfBatch ? new SigningRefused(error.message, { reference }) : error;
  }
  if (token !== null && !rules.amounts[nameOf(payment)])
    throw new SigningRefused('the token is not listed in the limits');
}

/** Early log lines have no key: they are from the only hot wallet, and for sweeps the key does not matter. */
function keyOf({ key, purpose }: EvmRecord, asked: KeyRef): KeyRef {
  return key ?? (purpose === 'sweep' ? asked : hotKey);
}

/** Returns the maximum cost of a transaction. */
export function evmBudgetUse(signed: EvmRecord): BudgetUse {
  const { purpose, nonce, payment, fee = 0n, deposit } = signed;
  const key = keyOf(signed, hotKey);
  const isGas = purpose === 'gas' && deposit !== undefined;
  const isWithdrawal = purpose === 'withdrawal';
  return {
    slot: `${key.branch}/${key.index}/${nonce}`,
    isWithdrawal,
    fee,
    payers: key.branch === 0 ? [key.index] : [],
    gas: isGas ? { deposit, amount: payment.amount } : null,
    paid: isWithdrawal
      ? paidIn(signed).map((one) => {
          return { money: nameOf(one.payment), slot: String(one.reference), amount: one.payment.amount };
        })
      : [],
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
  return isAlike(one, other) && one.amount === other.amount;
}

/** True for payments of the same money to the same recipient. */
function isAlike(one: Payment, other: Payment): boolean {
  return nameOf(one) === nameOf(other) && lowerCaseAddress(one.to) === lowerCaseAddress(other.to);
}
