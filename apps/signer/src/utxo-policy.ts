import {
  isSameKey,
  type PaidOutput,
  readUnsigned,
  scriptOfAddress,
  type UnsignedPayment,
  type UtxoPublicKeys,
} from '@fft/chains';
import {
  type BatchedOrder,
  checkAuthorization,
  ordersOf,
  type Paid,
  pairOrders,
  type SigningRequest,
} from './authorization.ts';
import { type Budgets, type BudgetUse, checkBudgets, checkEachAmount } from './budgets.ts';
import {
  type AmountLimit,
  type PaidReference,
  type Purpose,
  SigningRefused,
  type UtxoRecord,
} from './signing-record.ts';
import type { UtxoHistory } from './utxo-history.ts';

/** A signing request on a UTXO chain. */
export interface UtxoRequest extends SigningRequest {
  /** A PSBT in hexadecimal. */
  readonly transaction: string;
}

/** The signer's limits, in smallest units. */
export interface UtxoLimits {
  readonly amount: AmountLimit;
  readonly maxFee: bigint;
  /** UTXO chains have no gas payments. */
  readonly budgets: Pick<Budgets, 'fee'>;
  /** The only recipient of the hot wallet's surplus; null if none is allowed. */
  readonly cold: string | null;
}

export interface UtxoRules {
  readonly keys: UtxoPublicKeys;
  readonly limits: UtxoLimits;
  readonly macKey: string;
}

/**
 * Decides from the transaction's bytes: one payment of the exchange's coins, or one for each withdrawal of a batch, within the limits, to allowed
 * recipients. A second transaction for a reference must pay it the same and spend all coins of the earlier ones, so only one of them can be included; it
 * may leave out orders of the earlier batch, and adds none. A coin is never signed with two different amounts: two requests with false amounts could be
 * combined into a transaction with an unbounded fee.
 * @throws SigningRefused
 */
export function decideUtxo(
  request: UtxoRequest,
  { keys, limits, macKey }: UtxoRules,
  before: UtxoHistory,
  now: number,
): UtxoRecord {
  const { purpose } = request;
  const payment = readUnsigned(request.transaction, keys);
  if (!payment) throw new SigningRefused('the transaction is not exactly one payment');
  const orders = ordersOf(request);
  const paid = paidFor(purpose, orders, payment);
  if (payment.fee > limits.maxFee) throw new SigningRefused('the fee is above the limit');
  for (const one of paid) checkRoute(purpose, one, { keys, limits, change: payment.change });
  if (purpose === 'withdrawal')
    for (const [index, one] of paid.entries()) checkAuthorization(orders[index] ?? request, paidBy(one, keys), macKey);
  checkAmounts(payment, before);
  // Either all references are new, or all are of one earlier batch.
  const isNew = paid.every((one) => before.of({ purpose, reference: one.reference }).length === 0);
  for (const { reference } of paid)
    for (const one of before.of({ purpose, reference })) checkReplaces({ purpose, reference, paid, payment }, one);
  const [first = null, ...further] = paid;
  if (first === null) throw new SigningRefused('the transaction is not exactly one payment');
  const coins = payment.coins.map(({ txid, vout, amount }) => ({ txid, vout, amount }));
  const payers = [...new Set(payment.coins.filter(({ key }) => key.branch === 0).map(({ key }) => key.index))];
  const { chain } = keys.network;
  const single: UtxoRecord = { chain, purpose, ...first, coins, payers, fee: payment.fee, time: now };
  const signed: UtxoRecord = further.length === 0 ? single : { ...single, further };
  const [charge, spent] = [utxoBudgetUse(signed), before.spent(now)];
  if (isNew && purpose === 'withdrawal') checkEachAmount(charge, { spent, paid, limit: limits.amount });
  checkBudgets(charge, spent, { ...limits.budgets, gas: none });
  return signed;
}

const none = { day: 0n, address: 0n };

/** The output of each order, in their order. @throws SigningRefused unless there is exactly one for each */
function paidFor(
  purpose: Purpose,
  orders: readonly BatchedOrder[],
  { recipient, amount, further }: UnsignedPayment,
): readonly PaidReference[] {
  const outputs = [{ recipient, amount }, ...further];
  return pairOrders(purpose, orders, outputs).map(({ order, payment }) => ({ reference: order.reference, ...payment }));
}

/**
 * Returns the maximum cost of a transaction. Transactions of one reference share coins, so only one can be included. The fee counts once for a batch, and
 * again if orders are left out of it.
 */
export function utxoBudgetUse({
  purpose,
  reference,
  recipient,
  amount,
  further = [],
  fee = 0n,
  payers = [],
}: UtxoRecord): BudgetUse {
  const paid = [{ reference, recipient, amount }, ...further];
  const isWithdrawal = purpose === 'withdrawal';
  return {
    slot: `${purpose} ${paid.map((one) => one.reference).join(' ')}`,
    isWithdrawal,
    fee,
    payers,
    gas: null,
    paid: isWithdrawal
      ? paid.map((one) => ({ money: 'native', slot: `${purpose} ${one.reference}`, amount: one.amount }))
      : [],
  };
}

function paidBy({ recipient, amount }: PaidOutput, { network }: UtxoPublicKeys): Paid {
  const script = scriptOfAddress(recipient, network);
  const isTo = (address: string): boolean => script !== null && scriptOfAddress(address, network) === script;
  return { chain: network.chain, coin: { coin: network.chain, decimals: 8 }, amount, isTo };
}

function checkRoute(
  purpose: Purpose,
  { recipient, reference }: PaidReference,
  { keys, limits, change }: Pick<UtxoRules, 'keys' | 'limits'> & Pick<UnsignedPayment, 'change'>,
): void {
  if (change && !isSameKey(change.key, keys.hot)) {
    throw new SigningRefused('change must go to the hot wallet');
  }
  const toHot = recipient === keys.addressOf(keys.hot);
  const isGathering = purpose === 'sweep' || purpose === 'rotation';
  if (purpose === 'gas') throw new SigningRefused('this chain has no gas payments');
  if (purpose === 'allowance') throw new SigningRefused('this chain has no allowances');
  if (isGathering && !toHot) throw new SigningRefused('a sweep must go to the hot wallet');
  if (purpose === 'cold' && recipient !== limits.cold) throw new SigningRefused('the recipient is not the cold wallet');
  if (purpose === 'withdrawal' && keys.hots.some((hot) => recipient === keys.addressOf(hot)))
    throw new SigningRefused('only the hot wallet pays, and not to a hot wallet', { reference });
}

function checkAmounts({ coins }: UnsignedPayment, before: UtxoHistory): void {
  for (const coin of coins) {
    const amount = before.amountOf(coin);
    if (amount !== null && amount !== coin.amount)
      throw new SigningRefused('a coin was signed with another amount before');
  }
}

/** A sweep or rotation may be replaced by one with a smaller amount, to pay a higher fee. */
function checkReplaces(
  {
    purpose,
    reference,
    paid,
    payment,
  }: {
    readonly purpose: Purpose;
    readonly reference: number;
    readonly paid: readonly PaidReference[];
    readonly payment: UnsignedPayment;
  },
  one: UtxoRecord,
): void {
  const names = new Set(payment.coins.map(nameOf));
  const spendsAll = one.coins.every((coin) => names.has(nameOf(coin)));
  const isGathering = purpose === 'sweep' || purpose === 'rotation';
  const before = [one, ...(one.further ?? [])];
  const paysSame = paid.every((output) =>
    before.some(
      (earlier) =>
        earlier.reference === output.reference &&
        earlier.recipient === output.recipient &&
        (isGathering || earlier.amount === output.amount),
    ),
  );
  if (!spendsAll || !paysSame)
    throw new SigningRefused('a different payment is already signed for this reference', { reference });
}

function nameOf({ txid, vout }: { readonly txid: string; readonly vout: number }): string {
  return `${txid}:${vout}`;
}
