import { isSameKey, readUnsigned, scriptOfAddress, type UnsignedPayment, type UtxoPublicKeys } from '@fft/chains';
import { checkAuthorization, type SigningRequest, type Paid } from './authorization.ts';
import { type Budgets, type BudgetUse, checkBudgets, checkAmountLimits } from './budgets.ts';
import { type AmountLimit, type Purpose, SigningRefused, type UtxoRecord } from './signing-record.ts';
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
 * Decides from the transaction's bytes: one payment of the exchange's coins, within the limits, to an allowed recipient. A second one for the same
 * reference must pay the same and spend all coins of the earlier ones, so only one of them can be included. A coin is never signed with two different
 * amounts: two requests with false amounts could be combined into a transaction with an unbounded fee.
 * @throws SigningRefused
 */
export function decideUtxo(
  request: UtxoRequest,
  { keys, limits, macKey }: UtxoRules,
  before: UtxoHistory,
  now: number,
): UtxoRecord {
  const { purpose, reference } = request;
  const payment = readUnsigned(request.transaction, keys);
  if (!payment) throw new SigningRefused('the transaction is not exactly one payment');
  if (payment.fee > limits.maxFee) throw new SigningRefused('the fee is above the limit');
  checkRoute(purpose, payment, { keys, limits });
  if (purpose === 'withdrawal') checkAuthorization(request, paidBy(payment, keys), macKey);
  checkAmounts(payment, before);
  const same = before.of(request);
  for (const one of same) checkReplaces(purpose, payment, one);
  const coins = payment.coins.map(({ txid, vout, amount }) => ({ txid, vout, amount }));
  const { recipient, amount, fee } = payment;
  const payers = [...new Set(payment.coins.filter(({ key }) => key.branch === 0).map(({ key }) => key.index))];
  const { chain } = keys.network;
  const signed: UtxoRecord = { chain, purpose, reference, coins, payers, recipient, amount, fee, time: now };
  const [charge, spent] = [utxoBudgetUse(signed), before.spent(now)];
  if (same.length === 0 && purpose === 'withdrawal') checkAmountLimits(charge, spent, limits.amount);
  checkBudgets(charge, spent, { ...limits.budgets, gas: none });
  return signed;
}

const none = { day: 0n, address: 0n };

/** Returns the maximum cost of a transaction. Transactions of one reference share coins, so only one can be included. */
export function utxoBudgetUse({ purpose, reference, amount, fee = 0n, payers = [] }: UtxoRecord): BudgetUse {
  const [slot, isWithdrawal] = [`${purpose} ${reference}`, purpose === 'withdrawal'];
  return { slot, isWithdrawal, fee, payers, gas: null, paid: isWithdrawal ? { money: 'native', slot, amount } : null };
}

function paidBy({ recipient, amount }: UnsignedPayment, { network }: UtxoPublicKeys): Paid {
  const script = scriptOfAddress(recipient, network);
  const isTo = (address: string): boolean => script !== null && scriptOfAddress(address, network) === script;
  return { chain: network.chain, coin: { coin: network.chain, decimals: 8 }, amount, isTo };
}

function checkRoute(
  purpose: Purpose,
  { recipient, change }: UnsignedPayment,
  { keys, limits }: Pick<UtxoRules, 'keys' | 'limits'>,
): void {
  if (change && !isSameKey(change.key, keys.hot)) {
    throw new SigningRefused('change must go to the hot wallet');
  }
  const toHot = recipient === keys.addressOf(keys.hot);
  const isGathering = purpose === 'sweep' || purpose === 'rotation';
  if (purpose === 'gas') throw new SigningRefused('this chain has no gas payments');
  if (isGathering && !toHot) throw new SigningRefused('a sweep must go to the hot wallet');
  if (purpose === 'cold' && recipient !== limits.cold) throw new SigningRefused('the recipient is not the cold wallet');
  if (purpose === 'withdrawal' && keys.hots.some((hot) => recipient === keys.addressOf(hot)))
    throw new SigningRefused('only the hot wallet pays, and not to a hot wallet');
}

function checkAmounts({ coins }: UnsignedPayment, before: UtxoHistory): void {
  for (const coin of coins) {
    const amount = before.amountOf(coin);
    if (amount !== null && amount !== coin.amount)
      throw new SigningRefused('a coin was signed with another amount before');
  }
}

/** A sweep or rotation may be replaced by one with a smaller amount, to pay a higher fee. */
function checkReplaces(purpose: Purpose, payment: UnsignedPayment, one: UtxoRecord): void {
  const names = new Set(payment.coins.map(nameOf));
  const spendsAll = one.coins.every((coin) => names.has(nameOf(coin)));
  const paysSame =
    payment.recipient === one.recipient &&
    (purpose === 'sweep' || purpose === 'rotation' || payment.amount === one.amount);
  if (!spendsAll || !paysSame) throw new SigningRefused('a different payment is already signed for this reference');
}

function nameOf({ txid, vout }: { readonly txid: string; readonly vout: number }): string {
  return `${txid}:${vout}`;
}
