import {
  type KeyRef,
  readTronTransaction,
  tronDigest,
  tronDoubtOf,
  type TronPublicKeys,
  type TronTransaction,
} from '@fft/chains';
import { bytesToHex } from 'viem';
import { checkRoute } from './route.ts';
import { type AmountLimit, checkDay, type Purpose, SigningRefused, type TronSigned } from './signed.ts';

/** What the signer is asked to sign on Tron, and what for. */
export interface TronRequest {
  readonly key: KeyRef;
  /** What the node has made (`raw_data`), in hexadecimal. */
  readonly transaction: string;
  readonly purpose: Purpose;
  readonly reference: number;
}

/** The signer's own limits. Fees and TRX in millionths. */
export interface TronLimits {
  /** By token's contract. What isn't named is never paid. */
  readonly amounts: Readonly<Record<string, AmountLimit>>;
  /** The most that a transaction may burn. */
  readonly feeMax: bigint;
  /** The most TRX that is sent to a deposit address for a sweep. */
  readonly gasMax: bigint;
  /** Where the surplus may go; null: nowhere. */
  readonly cold: string | null;
}

export interface TronRules {
  readonly keys: TronPublicKeys;
  readonly limits: TronLimits;
}

/** Clocks of chain and signer may differ by so much. */
const clocksDifferMs = 60_000;

/**
 * Decides by the bytes that are to be signed: one payment by the key that is asked for, to where it may go, within the limits. Nothing here keeps two transactions from landing both, as nonces do elsewhere:
 * a second one for the same reference is signed once the first has expired, and counts against the day as well, as the signer can't see whether that one has landed.
 * @throws SigningRefused
 */
export function decideTron(
  request: TronRequest,
  { keys, limits }: TronRules,
  before: readonly TronSigned[],
  now: number,
): TronSigned {
  const { key, purpose, reference } = request;
  const read = readTronTransaction(request.transaction);
  if (!read) throw new SigningRefused('not exactly one payment');
  const { owner, token, to, amount, expires } = read;
  if (!keys.has(key) || owner !== keys.addressOf(key)) throw new SigningRefused('made for another owner');
  checkTerms(request.transaction, read, limits.feeMax, now);
  const hots = keys.hots.map((hot) => keys.addressOf(hot));
  checkRoute({ key, purpose, to, token, amount }, { ...limits, hots });
  const txid = bytesToHex(tronDigest(request.transaction)).slice(2);
  const signed: TronSigned = { chain: 'TRX', purpose, reference, key, txid, token, to, amount, expires, time: now };
  const same = before.filter((one) => one.purpose === purpose && one.reference === reference);
  if (same.some((one) => one.txid === txid)) return signed;
  for (const one of same) checkFollows(signed, one, now);
  if (purpose === 'withdrawal') checkAmount(signed, limits, before, now);
  return signed;
}

function checkTerms(transaction: string, read: TronTransaction, feeMax: bigint, now: number): void {
  const doubt = tronDoubtOf(transaction, read, { feeMax, now });
  if (doubt === 'feeLimit') throw new SigningRefused('it may burn too much');
  if (doubt !== null) throw new SigningRefused('it ends too late, or has ended');
}

/** What was signed before for the same mustn't be able to land beside it. */
function checkFollows(signed: TronSigned, one: TronSigned, now: number): void {
  const mayBeAnew = signed.purpose === 'sweep' || signed.purpose === 'gas';
  const isSame = one.token === signed.token && one.to === signed.to && one.amount === signed.amount;
  if (!mayBeAnew && !isSame) throw new SigningRefused('something else was signed for this');
  if (one.expires + clocksDifferMs > now) throw new SigningRefused('what was signed for this can still land');
}

function checkAmount(
  { token, amount }: TronSigned,
  { amounts }: TronLimits,
  before: readonly TronSigned[],
  now: number,
): void {
  const others = before
    .filter((one) => one.purpose === 'withdrawal' && one.token === token)
    .toSorted((one, other) => Number(one.txid > other.txid) - Number(one.txid < other.txid))
    .filter((one, at, all) => one.txid !== all[at - 1]?.txid);
  checkDay(
    amount,
    token === null ? undefined : amounts[token],
    others.map((one, reference) => ({ ...one, reference })),
    now,
  );
}
