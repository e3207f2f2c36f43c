import { isSameKey, readUnsigned, scriptOfAddress, type UnsignedPayment, type UtxoPublicKeys } from '@fft/chains';
import { checkAuthorized, type Claim, type Paid } from './authorized.ts';
import { type Budgets, type Charge, checkBudgets } from './budgets.ts';
import { type AmountLimit, checkDay, type Purpose, SigningRefused, type UtxoSigned } from './signed.ts';

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
  before: readonly UtxoSigned[],
  now: number,
): UtxoSigned {
  const { purpose, reference } = request;
  const payment = readUnsigned(request.transaction, keys);
  if (!payment) throw new SigningRefused('not exactly one payment');
  if (payment.fee > limits.feeMax) throw new SigningRefused('its fee is too high');
  checkRoute(purpose, payment, { keys, limits });
  if (purpose === 'withdrawal') checkAuthorized(request, paidBy(payment, keys), macKey);
  checkAmounts(payment, before);
  const same = before.filter((one) => one.purpose === purpose && one.reference === reference);
  for (const one of same) checkReplaces(purpose, payment, one);
  if (same.length === 0 && purpose === 'withdrawal') {
    const others = before.filter((one) => one.purpose === 'withdrawal');
    checkDay(payment.amount, limits.amount, others, now);
  }
  const coins = payment.coins.map(({ txid, vout, amount }) => ({ txid, vout, amount }));
  const { recipient, amount, fee } = payment;
  const payers = [...new Set(payment.coins.filter(({ key }) => key.branch === 0).map(({ key }) => key.index))];
  const { chain } = keys.network;
  const signed: UtxoSigned = { chain, purpose, reference, coins, payers, recipient, amount, fee, time: now };
  checkBudgets(chargeOf(signed), before.map(chargeOf), { ...limits.budgets, gas: none });
  return signed;
}

const none = { day: 0n, address: 0n };

/** Whatever is signed for one reference spends the same coins, so one of it lands. */
function chargeOf({ purpose, reference, fee = 0n, payers = [], time }: UtxoSigned): Charge {
  return { slot: `${purpose} ${reference}`, isWithdrawal: purpose === 'withdrawal', fee, payers, gas: null, time };
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

function checkAmounts({ coins }: UnsignedPayment, before: readonly UtxoSigned[]): void {
  const asked = new Map(coins.map((coin) => [nameOf(coin), coin.amount]));
  for (const coin of before.flatMap((one) => one.coins)) {
    const amount = asked.get(nameOf(coin));
    if (amount !== undefined && amount !== coin.amount) throw new SigningRefused('a coin had another amount before');
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
