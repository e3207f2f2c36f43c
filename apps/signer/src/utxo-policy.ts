import { isSameKey, readUnsigned, scriptOfAddress, type UnsignedPayment, type UtxoPublicKeys } from '@fft/chains';
import { checkAuthorized, type Claim, type Paid } from './authorized.ts';
import { type Budgets, type Charge, checkBudgets, checkDay } from './budgets.ts';
import { type AmountLimit, type Purpose, SigningRefused, type UtxoSigned } from './signed.ts';
import type { UtxoBefore } from './utxo-log.ts';

/** What the signer is asked to sign on a chain of Bitcoin's family, and what for. */
export interface UtxoRequest extends Claim {
  /** A PSBT in hexadecimal. */
  readonly transaction: string;
}

/** The signer's own limits, in the smallest units. */
export interface UtxoLimits {
  readonly amount: AmountLimit;
  readonly feeMax: bigint;
  /** There is no gas. */
  readonly budgets: Pick<Budgets, 'fee'>;
  /** Where the surplus may go; null: nowhere. */
  readonly cold: string | null;
}

export interface UtxoRules {
  readonly keys: UtxoPublicKeys;
  readonly limits: UtxoLimits;
  readonly macKey: string;
}

/**
 * Decides by the bytes that are to be signed: one payment of our coins, within the limits, to where it may go. A second one for the same reference pays the same and spends
 * all the coins of those before, so that only one of them can land. No coin is ever told with two amounts: two requests that lied a little each could be put together to a fee without bounds.
 * @throws SigningRefused
 */
export function decideUtxo(
  request: UtxoRequest,
  { keys, limits, macKey }: UtxoRules,
  before: UtxoBefore,
  now: number,
): UtxoSigned {
  const { purpose, reference } = request;
  const payment = readUnsigned(request.transaction, keys);
  if (!payment) throw new SigningRefused('not exactly one payment');
  if (payment.fee > limits.feeMax) throw new SigningRefused('its fee is too high');
  checkRoute(purpose, payment, { keys, limits });
  if (purpose === 'withdrawal') checkAuthorized(request, paidBy(payment, keys), macKey);
  checkAmounts(payment, before);
  const same = before.of(request);
  for (const one of same) checkReplaces(purpose, payment, one);
  const coins = payment.coins.map(({ txid, vout, amount }) => ({ txid, vout, amount }));
  const { recipient, amount, fee } = payment;
  const payers = [...new Set(payment.coins.filter(({ key }) => key.branch === 0).map(({ key }) => key.index))];
  const { chain } = keys.network;
  const signed: UtxoSigned = { chain, purpose, reference, coins, payers, recipient, amount, fee, time: now };
  const [charge, spent] = [utxoCharge(signed), before.spent(now)];
  if (same.length === 0 && purpose === 'withdrawal') checkDay(charge, spent, limits.amount);
  checkBudgets(charge, spent, { ...limits.budgets, gas: none });
  return signed;
}

const none = { day: 0n, address: 0n };

/** What one may cost. Whatever is signed for one reference spends the same coins, so one of it lands. */
export function utxoCharge({ purpose, reference, amount, fee = 0n, payers = [] }: UtxoSigned): Charge {
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
    throw new SigningRefused('change goes to the hot wallet');
  }
  const toHot = recipient === keys.addressOf(keys.hot);
  const isGathering = purpose === 'sweep' || purpose === 'rotation';
  if (purpose === 'gas') throw new SigningRefused('there is no gas on this chain');
  if (isGathering && !toHot) throw new SigningRefused('coins are gathered at the hot wallet');
  if (purpose === 'cold' && recipient !== limits.cold) throw new SigningRefused('not the cold wallet');
  if (purpose === 'withdrawal' && keys.hots.some((hot) => recipient === keys.addressOf(hot)))
    throw new SigningRefused('the hot wallet pays, and not itself');
}

function checkAmounts({ coins }: UnsignedPayment, before: UtxoBefore): void {
  for (const coin of coins) {
    const amount = before.amountOf(coin);
    if (amount !== null && amount !== coin.amount) throw new SigningRefused('a coin had another amount before');
  }
}

/** What brings our coins to ourselves may pay less each time, for a higher fee. */
function checkReplaces(purpose: Purpose, payment: UnsignedPayment, one: UtxoSigned): void {
  const names = new Set(payment.coins.map(nameOf));
  const spendsAll = one.coins.every((coin) => names.has(nameOf(coin)));
  const paysSame =
    payment.recipient === one.recipient &&
    (purpose === 'sweep' || purpose === 'rotation' || payment.amount === one.amount);
  if (!spendsAll || !paysSame) throw new SigningRefused('something else was signed for this');
}

function nameOf({ txid, vout }: { readonly txid: string; readonly vout: number }): string {
  return `${txid}:${vout}`;
}
