import {
  type KeyRef,
  readTronTransaction,
  tronDigest,
  tronMismatch,
  type TronPublicKeys,
  type TronTransaction,
} from '@fft/chains';
import { bytesToHex } from 'viem';
import { checkAuthorization, type SigningRequest, type Paid } from './authorization.ts';
import { type Budgets, type BudgetUse, checkBudgets, checkAmountLimits } from './budgets.ts';
import { checkRoute } from './route.ts';
import { SigningRefused, type TokenLimit, type TronRecord } from './signing-record.ts';
import type { SigningHistory } from './signing-history.ts';

/** A signing request on Tron. */
export interface TronRequest extends SigningRequest {
  readonly key: KeyRef;
  /** The node's `raw_data`, in hexadecimal. */
  readonly transaction: string;
}

/** The signer's limits. Fees and TRX in millionths. */
export interface TronLimits {
  /** By token contract. Other tokens are never signed. */
  readonly amounts: Readonly<Record<string, TokenLimit>>;
  /** Maximum TRX that a transaction may burn. */
  readonly maxFee: bigint;
  /** Maximum TRX payment to a deposit address for a sweep. */
  readonly maxGas: bigint;
  readonly budgets: Budgets;
  /** The only recipient of the hot wallet's surplus; null if none is allowed. */
  readonly cold: string | null;
}

export interface TronRules {
  readonly keys: TronPublicKeys;
  readonly limits: TronLimits;
  readonly macKey: string;
}

/** Maximum clock difference between chain and signer. */
const maxClockSkewMs = 60_000;
/** Maximum burn besides the fee limit, in millionths of TRX: bandwidth, and activation of a new account. */
const besideFeeLimit = 2_000_000n;

/**
 * Decides from the transaction's bytes: one payment by the requested key, to an allowed recipient, within the limits. Tron has no nonces, so two
 * transactions could both be included: a second one for the same reference must pay the same, is signed only after the first has expired, and counts
 * against the daily limits again, because the signer cannot see whether the first was included.
 * @throws SigningRefused
 */
export function decideTron(
  request: TronRequest,
  { keys, limits, macKey }: TronRules,
  before: SigningHistory<TronRecord>,
  now: number,
): TronRecord {
  const { key, purpose, reference, deposit } = request;
  const read = readTronTransaction(request.transaction);
  if (!read) throw new SigningRefused('the transaction is not exactly one payment');
  const { owner, token, to, amount, expires } = read;
  if (!keys.has(key) || owner !== keys.addressOf(key))
    throw new SigningRefused('the owner is not the address of the key');
  checkTerms(request.transaction, read, limits.maxFee, now);
  const hots = keys.hots.map((hot) => keys.addressOf(hot));
  const isDepositOf = (index: number): boolean => keys.addressOf({ branch: 0, index }) === to;
  checkRoute({ key, purpose, to, token, amount, deposit }, { ...limits, hots, isDepositOf });
  if (purpose === 'withdrawal') checkAuthorization(request, paidBy(read, limits), macKey);
  if (token !== null && !limits.amounts[token]) throw new SigningRefused('the token is not listed in the limits');
  const txid = bytesToHex(tronDigest(request.transaction)).slice(2);
  const fee = read.feeLimit + besideFeeLimit;
  const gasFor = purpose === 'gas' && deposit !== undefined ? { deposit } : {};
  const what = { chain: 'TRX', purpose, reference, key, txid, token, to, amount } as const;
  const signed: TronRecord = { ...what, ...gasFor, fee, expires, time: now };
  const same = before.of(request);
  if (same.some((one) => one.txid === txid)) return signed;
  for (const one of same) checkFollows(signed, one, now);
  const [charge, spent] = [tronBudgetUse(signed), before.spent(now)];
  if (purpose === 'withdrawal') checkAmountLimits(charge, spent, token === null ? undefined : limits.amounts[token]);
  checkBudgets(charge, spent, limits.budgets);
  return signed;
}

/** Returns the maximum cost of a transaction. Each transaction has its own slot, because all of them could be included. */
export function tronBudgetUse({ purpose, key, txid, token, amount, deposit, fee = 0n }: TronRecord): BudgetUse {
  const isWithdrawal = purpose === 'withdrawal';
  return {
    slot: txid,
    isWithdrawal,
    fee,
    payers: key.branch === 0 ? [key.index] : [],
    gas: deposit === undefined ? null : { deposit, amount },
    paid: isWithdrawal ? [{ money: token ?? 'native', slot: txid, amount }] : [],
  };
}

function paidBy({ token, to, amount }: TronTransaction, { amounts }: TronLimits): Paid {
  const coin = token === null ? { coin: 'TRX', decimals: 6 } : amounts[token];
  if (!coin) throw new SigningRefused('the token is not listed in the limits');
  return { chain: 'TRX', coin, amount, isTo: (address) => address === to };
}

function checkTerms(transaction: string, read: TronTransaction, maxFee: bigint, now: number): void {
  const doubt = tronMismatch(transaction, read, { maxFee, now });
  if (doubt === 'feeLimit') throw new SigningRefused('the fee limit is missing or too high');
  if (doubt !== null) throw new SigningRefused('the expiry has passed or is too late');
}

/** The earlier transaction must pay the same and must have expired. */
function checkFollows(signed: TronRecord, one: TronRecord, now: number): void {
  const isSame = one.token === signed.token && one.to === signed.to && one.amount === signed.amount;
  if (!isSame) throw new SigningRefused('a different payment is already signed for this reference');
  if (one.expires + maxClockSkewMs > now)
    throw new SigningRefused('the transaction signed before for this reference has not expired');
}
