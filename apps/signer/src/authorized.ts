import { isMacOfOrder, undecided, type WithdrawalOrder } from '@fft/chains';
import { type Purpose, SigningRefused } from './signed.ts';

/** What the exchange says of a withdrawal, with what proves that it was decided so. */
export type WithdrawalClaim = Omit<WithdrawalOrder, 'id'> & { readonly mac: string };

/** Why something is to be signed. */
export interface Claim {
  readonly purpose: Purpose;
  /** The withdrawal's number, or one that a payment to ourselves has alone: of one purpose and number one payment is ever signed, and what replaces it. */
  readonly reference: number;
  /** Of a withdrawal. */
  readonly withdrawal?: WithdrawalClaim | undefined;
  /** Of gas: the number, on branch 0, of the deposit key that it is for. */
  readonly deposit?: number | undefined;
}

/** A coin as the exchange calls it, and how its chain counts it. */
export interface NamedCoin {
  readonly coin: string;
  readonly decimals: number;
}

/** What the bytes pay, and on which chain. */
export interface Paid {
  readonly chain: string;
  readonly coin: NamedCoin;
  readonly amount: bigint;
  /** Whether an address, as people write it, is where the bytes pay to. */
  readonly isTo: (address: string) => boolean;
}

/**
 * A withdrawal went back to people where somebody who has the key says so.
 * @throws SigningRefused
 */
export function checkSentBack(reference: number, withdrawal: WithdrawalClaim, macKey: string): void {
  const { mac, ...order } = withdrawal;
  if (order.decision !== undecided || !isMacOfOrder(macKey, { id: reference, ...order }, mac))
    throw new SigningRefused('nothing proves that this withdrawal went back');
}

/**
 * What went back to people is paid by a later decision alone: a database could put the one of before back.
 * @throws SigningRefused
 */
export function checkLatest({ purpose, withdrawal }: Claim, sentBack: number): void {
  if (purpose === 'withdrawal' && withdrawal && withdrawal.number <= sentBack)
    throw new SigningRefused('this withdrawal went back to people since');
}

/**
 * A withdrawal is paid where somebody who has the key decided it, and exactly as they did.
 * @throws SigningRefused
 */
export function checkAuthorized({ reference, withdrawal }: Claim, paid: Paid, macKey: string): void {
  if (!withdrawal) throw new SigningRefused('nothing proves that this withdrawal was decided');
  const { mac, ...order } = withdrawal;
  if (order.decision === undecided || !isMacOfOrder(macKey, { id: reference, ...order }, mac))
    throw new SigningRefused('nothing proves that this withdrawal was decided');
  const [amount, fee] = [unitsOf(order.amount, paid.coin), unitsOf(order.fee, paid.coin)];
  const isSame =
    order.chain === paid.chain &&
    order.coin === paid.coin.coin &&
    paid.isTo(order.address) &&
    amount - fee === paid.amount;
  if (!isSame) throw new SigningRefused('this withdrawal was decided otherwise');
}

/** Exactly: what is finer than the chain counts was never decided for it. @throws SigningRefused */
function unitsOf(text: string, { decimals }: NamedCoin): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > decimals) throw new SigningRefused('this withdrawal was decided otherwise');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
