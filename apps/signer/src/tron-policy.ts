import {
  type KeyRef,
  readTronTransaction,
  tronDigest,
  tronDoubtOf,
  type TronPublicKeys,
  type TronTransaction,
} from '@fft/chains';
import { bytesToHex } from 'viem';
import { checkAuthorized, type Claim, type Paid } from './authorized.ts';
import { type Budgets, type Charge, checkBudgets, checkDay } from './budgets.ts';
import { checkRoute } from './route.ts';
import { SigningRefused, type TokenLimit, type TronSigned } from './signed.ts';
import type { SignedBefore } from './signed-log.ts';

/** What the signer is asked to sign on Tron, and what for. */
export interface TronRequest extends Claim {
  readonly key: KeyRef;
  /** What the node has made (`raw_data`), in hexadecimal. */
  readonly transaction: string;
}

/** The signer's own limits. Fees and TRX in millionths. */
export interface TronLimits {
  /** By token's contract. What isn't named is never paid. */
  readonly amounts: Readonly<Record<string, TokenLimit>>;
  /** The most that a transaction may burn. */
  readonly feeMax: bigint;
  /** The most TRX that is sent to a deposit address for a sweep. */
  readonly gasMax: bigint;
  readonly budgets: Budgets;
  /** Where the surplus may go; null: nowhere. */
  readonly cold: string | null;
}

export interface TronRules {
  readonly keys: TronPublicKeys;
  readonly limits: TronLimits;
  readonly macKey: string;
}

/** Clocks of chain and signer may differ by so much. */
const clocksDifferMs = 60_000;
/** What a transaction burns beside its fee limit at most, in millionths of TRX: its bytes, and the making of an account where there was none. */
const besideFeeLimit = 2_000_000n;

/**
 * Decides by the bytes that are to be signed: one payment by the key that is asked for, to where it may go, within the limits. Nothing here keeps two transactions from landing both, as nonces do elsewhere:
 * a second one for the same reference pays the same, is signed once the first has expired, and counts against the day and its budgets as well, as the signer can't see whether that one has landed.
 * @throws SigningRefused
 */
export function decideTron(
  request: TronRequest,
  { keys, limits, macKey }: TronRules,
  before: SignedBefore<TronSigned>,
  now: number,
): TronSigned {
  const { key, purpose, reference, deposit } = request;
  const read = readTronTransaction(request.transaction);
  if (!read) throw new SigningRefused('not exactly one payment');
  const { owner, token, to, amount, expires } = read;
  if (!keys.has(key) || owner !== keys.addressOf(key)) throw new SigningRefused('made for another owner');
  checkTerms(request.transaction, read, limits.feeMax, now);
  const hots = keys.hots.map((hot) => keys.addressOf(hot));
  const isDepositOf = (index: number): boolean => keys.addressOf({ branch: 0, index }) === to;
  checkRoute({ key, purpose, to, token, amount, deposit }, { ...limits, hots, isDepositOf });
  if (purpose === 'withdrawal') checkAuthorized(request, paidBy(read, limits), macKey);
  if (token !== null && !limits.amounts[token]) throw new SigningRefused('its token is not a named one');
  const txid = bytesToHex(tronDigest(request.transaction)).slice(2);
  const fee = read.feeLimit + besideFeeLimit;
  const gasFor = purpose === 'gas' && deposit !== undefined ? { deposit } : {};
  const what = { chain: 'TRX', purpose, reference, key, txid, token, to, amount } as const;
  const signed: TronSigned = { ...what, ...gasFor, fee, expires, time: now };
  const same = before.of(request);
  if (same.some((one) => one.txid === txid)) return signed;
  for (const one of same) checkFollows(signed, one, now);
  const [charge, spent] = [tronCharge(signed), before.spent(now)];
  if (purpose === 'withdrawal') checkDay(charge, spent, token === null ? undefined : limits.amounts[token]);
  checkBudgets(charge, spent, limits.budgets);
  return signed;
}

/** What one may cost. Nothing keeps two transactions from landing both. */
export function tronCharge({ purpose, key, txid, token, amount, deposit, fee = 0n }: TronSigned): Charge {
  const isWithdrawal = purpose === 'withdrawal';
  return {
    slot: txid,
    isWithdrawal,
    fee,
    payers: key.branch === 0 ? [key.index] : [],
    gas: deposit === undefined ? null : { deposit, amount },
    paid: isWithdrawal ? { money: token ?? 'native', slot: txid, amount } : null,
  };
}

function paidBy({ token, to, amount }: TronTransaction, { amounts }: TronLimits): Paid {
  const coin = token === null ? { coin: 'TRX', decimals: 6 } : amounts[token];
  if (!coin) throw new SigningRefused('its token is not a named one');
  return { chain: 'TRX', coin, amount, isTo: (address) => address === to };
}

function checkTerms(transaction: string, read: TronTransaction, feeMax: bigint, now: number): void {
  const doubt = tronDoubtOf(transaction, read, { feeMax, now });
  if (doubt === 'feeLimit') throw new SigningRefused('it may burn too much');
  if (doubt !== null) throw new SigningRefused('it ends too late, or has ended');
}

/** What was signed before for the same mustn't be able to land beside it. */
function checkFollows(signed: TronSigned, one: TronSigned, now: number): void {
  const isSame = one.token === signed.token && one.to === signed.to && one.amount === signed.amount;
  if (!isSame) throw new SigningRefused('something else was signed for this');
  if (one.expires + clocksDifferMs > now) throw new SigningRefused('what was signed for this can still land');
}
