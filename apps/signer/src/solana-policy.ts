import { createHash } from 'node:crypto';
import {
  type KeyRef,
  readSolanaTerms,
  solanaCost,
  solanaMismatch,
  type SolanaMismatch,
  type SolanaPayment,
  type SolanaPublicKeys,
  tokenAccountOf,
} from '@fft/chains';
import { hexToBytes } from 'viem';
import { checkAuthorization, type Paid, type SigningRequest } from './authorization.ts';
import { type Budgets, type BudgetUse, checkAmountLimits, checkBudgets } from './budgets.ts';
import { checkRoute } from './route.ts';
import type { SolanaHistory } from './solana-history.ts';
import { type AmountLimit, SigningRefused, type SolanaRecord, type TokenLimit } from './signing-record.ts';

/** A signing request on Solana. The payment says what the bytes must do: they name accounts of tokens, not the wallets that own them. */
export interface SolanaRequest extends SigningRequest {
  readonly key: KeyRef;
  /** The message, in hexadecimal. */
  readonly transaction: string;
  readonly payment: {
    /** Null for SOL. */
    readonly mint: string | null;
    /** The recipient's wallet. */
    readonly to: string;
    readonly amount: bigint;
  };
}

/** The signer's limits. Fees in lamports; they include the rent of accounts that a payment opens. */
export interface SolanaLimits {
  /** Null if no SOL is paid out. */
  readonly native: AmountLimit | null;
  /** By mint. Other tokens are never signed. */
  readonly amounts: Readonly<Record<string, TokenLimit>>;
  readonly maxFee: bigint;
  readonly budgets: Budgets;
  /** The only recipient of the hot wallet's surplus; null if none is allowed. */
  readonly cold: string | null;
}

export interface SolanaRules {
  readonly keys: SolanaPublicKeys;
  readonly limits: SolanaLimits;
  readonly macKey: string;
}

/** A decision before its signature, which is the txid. */
export type DecidedSolana = Omit<SolanaRecord, 'txid'>;

/** Deposit addresses need none: the hot wallet pays the fees of their sweeps. */
const noGas = { maxGas: 0n, isDepositOf: (): boolean => false };
const sol = { coin: 'SOL', decimals: 9 };
/** Blocks accept a transaction for about 90 seconds. The exchange asks again only when the chain proves that one cannot be included any more. */
const lifeMs = 120_000;

const reasons: Readonly<Record<SolanaMismatch, string>> = {
  unreadable: 'the transaction is not exactly one payment',
  form: 'the transaction is not exactly one payment',
  feePayer: 'the fee payer is not the hot wallet',
  owner: 'the owner is not the address of the key',
  token: 'the transaction pays another token',
  recipient: 'the transaction pays another recipient',
  amount: 'the transaction pays another amount',
};

/**
 * Decides from the message's bytes: one payment by the requested key whose fee the hot wallet pays, to an allowed recipient, within the limits. Solana has no nonces:
 * a second transaction for the same reference must pay the same, is signed only after the first has expired by the clock, and counts again.
 * @throws SigningRefused
 */
export function decideSolana(
  request: SolanaRequest,
  { keys, limits, macKey }: SolanaRules,
  before: SolanaHistory,
  now: number,
): DecidedSolana {
  const { key, purpose, reference, deposit } = request;
  const { mint, to, amount } = request.payment;
  const token = mint === null ? null : limits.amounts[mint];
  if (token === undefined) throw new SigningRefused('the token is not listed in the limits');
  if (!keys.has(key)) throw new SigningRefused('the owner is not the address of the key');
  const message = hexToBytes(`0x${request.transaction}`);
  const payment: SolanaPayment = {
    feePayer: keys.addressOf(keys.hot),
    owner: keys.addressOf(key),
    token: token && mint !== null ? { mint, decimals: token.decimals } : null,
    to,
    amount,
  };
  const mismatch = solanaMismatch(message, payment);
  if (mismatch !== null) throw new SigningRefused(reasons[mismatch]);
  const terms = readSolanaTerms(message);
  if (!terms) throw new SigningRefused(reasons.unreadable);
  const fee = solanaCost(payment, terms);
  if (fee > limits.maxFee) throw new SigningRefused('the fee is too high');
  const hots = keys.hots.map((hot) => keys.addressOf(hot));
  checkRoute({ key, purpose, to, token: mint, amount, deposit }, { hots, cold: limits.cold, ...noGas });
  if (purpose === 'withdrawal') {
    checkRecipient(to, hots, Object.keys(limits.amounts));
    checkAuthorization(request, paidBy(request.payment, token), macKey);
  }
  const digest = createHash('sha256').update(message).digest('hex');
  const what = { chain: 'SOL', purpose, reference, key, digest, token: mint, to, amount } as const;
  const decided: DecidedSolana = { ...what, fee, expires: now + lifeMs, time: now };
  before.checkUnused(digest, request);
  const same = before.of(request);
  if (same.some((one) => one.digest === digest)) return decided;
  for (const one of same) checkFollows(decided, one, now);
  const [use, spent] = [solanaBudgetUse(decided), before.spent(now)];
  if (purpose === 'withdrawal') checkAmountLimits(use, spent, token ?? limits.native ?? undefined);
  checkBudgets(use, spent, limits.budgets);
  return decided;
}

/** Returns the maximum cost of a transaction. Each has its own slot, because all of them could be included. Fees of sweeps count for the address that is swept. */
export function solanaBudgetUse({ purpose, key, digest, token, amount, fee = 0n }: DecidedSolana): BudgetUse {
  const isWithdrawal = purpose === 'withdrawal';
  return {
    slot: digest,
    isWithdrawal,
    fee,
    payers: key.branch === 0 ? [key.index] : [],
    gas: null,
    paid: isWithdrawal ? [{ money: token ?? 'native', slot: digest, amount }] : [],
  };
}

/** The exchange's own accounts of tokens and the tokens themselves lose what they receive. */
function checkRecipient(to: string, hots: readonly string[], mints: readonly string[]): void {
  const isLost = mints.includes(to) || hots.some((hot) => mints.some((mint) => tokenAccountOf(hot, mint) === to));
  if (isLost) throw new SigningRefused('the recipient is a token or an account of the hot wallet');
}

function paidBy({ to, amount }: SolanaRequest['payment'], token: TokenLimit | null): Paid {
  return { chain: 'SOL', coin: token ?? sol, amount, isTo: (address) => address === to };
}

/** The earlier transaction must pay the same and must have expired. */
function checkFollows(decided: DecidedSolana, one: SolanaRecord, now: number): void {
  const isSame = one.token === decided.token && one.to === decided.to && one.amount === decided.amount;
  if (!isSame) throw new SigningRefused('a different payment is already signed for this reference');
  if (one.expires > now) throw new SigningRefused('the transaction signed before for this reference has not expired');
}
