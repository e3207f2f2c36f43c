import { consoleCalls, risks, type AssetLine, type Movement, type ReviewedWithdrawal } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { SystemOwner, type AccountKind } from '@fft/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { Review } from '../identity/index.ts';
import { formatUsdt } from '../markets/prices/valuation.ts';
import type { CustomerDesk } from '../accounts/index.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import { parseAmount } from '../ledger/parse-amount.ts';
import type { WithdrawalReview, WithdrawalRow } from '../funds/withdrawals/index.ts';
import { closeOpenApproval, type Approvals, type ExecuteApproval, type OpenApproval } from './approvals.ts';
import type { Bind } from './bind.ts';
import type { Operator } from './roster.ts';

interface Page {
  readonly before: number;
  readonly limit: number;
}

/** On-chain balances as custody last saw them, in the chains' units. */
export interface Held {
  readonly time: number;
  readonly solvency: readonly {
    readonly chain: string;
    readonly coin: string;
    readonly decimals: number;
    readonly hot: bigint;
    readonly unswept: bigint;
    readonly cold: bigint;
    readonly held: bigint;
    readonly owed: bigint;
  }[];
}

export interface TreasuryParts {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly directory: Directory;
  readonly approvals: Approvals;
  readonly withdrawals: WithdrawalReview;
  readonly customers: Pick<CustomerDesk, 'read'>;
  readonly review: Pick<Review, 'passedBy'>;
  /** Withdrawals from this value on, in millionths of a USDT, need two operators. */
  readonly fourEyesFrom: bigint;
  /** The account with the exchange's own money. */
  readonly treasury: number;
  readonly held: () => Held | null;
  readonly deposits: (page: Page) => Promise<Movement[]>;
  readonly payments: (page: Page) => Promise<Movement[]>;
  readonly now: () => number;
}

/** Binds the calls about deposits, withdrawals and balances. */
export function bindTreasury(bind: Bind, parts: TreasuryParts): void {
  const { db, approvals, withdrawals, now } = parts;
  const { treasury } = consoleCalls;

  bind(treasury.withdrawals, async ({ state, limit, cursor }) => {
    const from = cursor === undefined ? null : readCursor(cursor);
    const found = await withdrawals.list({ state, from, limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: await reviewedAll(parts, page),
      next: last && found.length > limit ? cursorAfter(last.id) : null,
    };
  });
  bind(treasury.approve, ({ id }, by) => approve(parts, id, by));
  bind(treasury.reject, async ({ id, zh, en, from }, by) => {
    await withdrawals.reject(id, by.name, { zh, en }, from);
    await closeOpenApproval(db, { act: 'withdrawal', target: `withdrawal ${id}`, by, time: now() });
    return null;
  });
  bind(treasury.balances, () => balances(parts));
  bind(treasury.movements, async ({ kind, limit, cursor }) => {
    const found = await (kind === 'deposits' ? parts.deposits : parts.payments)({ before: readCursor(cursor), limit });
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, next: last && found.length > limit ? cursorAfter(last.id) : null };
  });
  bind(treasury.adjust, async ({ amount, coin, requestId, ...input }, by) => {
    const asset = parts.directory.assetId(coin);
    if (asset === null) throw new Refusal(Code.notFound, 'unknownCoin');
    if ((await parts.customers.read(input.customer)) === null) throw new Refusal(Code.notFound, 'unknownCustomer');
    const units = parseAmount(amount, parts.directory.asset(asset).decimals);
    const { id } = await approvals.propose(by, {
      act: 'adjustment',
      target: `customer ${input.customer}`,
      input: { ...input, coin, amount, asset, units },
      requestId,
    });
    return { approval: id };
  });
}

type Totals = Awaited<ReturnType<WithdrawalReview['dayTotals']>>;

/** Two operators for a large withdrawal, for each of several that are large together within a day, and for a coin without a price. */
function needsTwo({ fourEyesFrom }: TreasuryParts, { id }: WithdrawalRow, totals: Totals): boolean {
  const total = totals.get(id) ?? null;
  return total === null || total >= fourEyesFrom;
}

/** The first operator proposes; the second approves, here or on the approvals page. */
async function approve(parts: TreasuryParts, id: number, by: Operator) {
  const { approvals, withdrawals } = parts;
  const row = await withdrawals.find(id);
  if (row?.state !== 'review') throw new Refusal(Code.conflict, 'notInReview');
  if (!needsTwo(parts, row, await withdrawals.dayTotals([id]))) {
    await withdrawals.approve(id, by.name);
    return { state: 'approved' as const };
  }
  await refuseOwnPass(parts.review, row.customer, by);
  const target = `withdrawal ${id}`;
  const open = (await approvals.findOpen('withdrawal', [target])).get(target);
  if (open !== undefined) {
    await approvals.decide(open.id, true, by);
    return { state: 'approved' as const };
  }
  await withdrawals.refuseFullDay(row, by.name);
  const { customer, coin, address } = row;
  const input = { id, customer, coin, address, number: row.decisions, ...figures(parts, row) };
  await approvals.propose(by, { act: 'withdrawal', target, input });
  return { state: 'waitsForSecond' as const };
}

/** An operator who approved the customer's identity can't decide on large withdrawals that this allows. @throws Refusal 409 */
async function refuseOwnPass(review: Pick<Review, 'passedBy'>, customer: number, by: Operator): Promise<void> {
  if ((await review.passedBy(customer)) === by.name) throw new Refusal(Code.conflict, 'ownIdentityPass');
}

const goneStates: readonly WithdrawalRow['state'][] = ['approved', 'sent', 'done', 'failed'];

type WithdrawalApprovalParts = Pick<TreasuryParts, 'db' | 'withdrawals' | 'review' | 'now'>;

/** Executes an approved withdrawal. If the customer has cancelled it since, the proposal is closed. */
export function createWithdrawalApproval({ db, withdrawals, review, now }: WithdrawalApprovalParts): ExecuteApproval {
  return async (input, { by, proposer }) => {
    // As `approve` proposed it.
    const id = Number(input['id']);
    const row = await withdrawals.find(id);
    const state = row?.state ?? 'cancelled';
    // The process may have died between approving it and recording that.
    if (goneStates.includes(state)) return {};
    if (state !== 'review')
      await closeOpenApproval(db, { act: 'withdrawal', target: `withdrawal ${id}`, by, time: now() });
    // Another decision was made since the proposal.
    if (state === 'review' && row?.decisions !== input['number']) throw new Refusal(Code.conflict, 'approvalTooOld');
    if (row) await refuseOwnPass(review, row.customer, by);
    await withdrawals.approve(id, by.name, proposer);
    return {};
  };
}

function figures({ directory }: TreasuryParts, { asset, amount, fee, usdt_units }: WithdrawalRow) {
  const { decimals } = directory.asset(asset);
  return {
    amount: formatDecimal(amount, decimals),
    fee: formatDecimal(fee, decimals),
    worth: usdt_units === null ? null : formatUsdt(BigInt(usdt_units)),
  };
}

/** Data for a whole page, read together. */
interface Known {
  readonly open: ReadonlyMap<string, OpenApproval>;
  readonly totals: Totals;
}

async function reviewedAll(parts: TreasuryParts, rows: readonly WithdrawalRow[]): Promise<ReviewedWithdrawal[]> {
  const waiting = rows.filter(({ state }) => state === 'review');
  const targets = waiting.map(({ id }) => `withdrawal ${id}`);
  const [open, totals] = await Promise.all([
    parts.approvals.findOpen('withdrawal', targets),
    parts.withdrawals.dayTotals(rows.map(({ id }) => id)),
  ]);
  return rows.map((row) => reviewed(parts, row, { open, totals }));
}

function reviewed(parts: TreasuryParts, row: WithdrawalRow, known: Known): ReviewedWithdrawal {
  const { id, customer, coin, chain, address, memo, state, time, txid } = row;
  if (state === 'requested' || state === 'refused')
    throw new Error(`withdrawal ${id} is ${state}: it must not be listed`);
  const dayTotal = known.totals.get(id) ?? null;
  return {
    id,
    customer,
    coin,
    chain,
    address,
    memo,
    state,
    time,
    txid,
    ...figures(parts, row),
    risks: risks.filter((risk) => row.risks.includes(risk)),
    dayTotal: dayTotal === null ? null : formatUsdt(dayTotal),
    fourEyes: needsTwo(parts, row, known.totals),
    proposer: known.open.get(`withdrawal ${id}`)?.proposerName ?? null,
  };
}

const kinds: readonly AccountKind[] = ['coin', 'fiat'];

/** The ledger sums to zero: money from outside equals the balances of customers, exchange and adjustments. */
function balances({ host, directory, held, treasury }: TreasuryParts) {
  const seen = held();
  const assets = host.engine.assets.map((_, asset): AssetLine => {
    const { code, decimals } = directory.asset(asset);
    const of = (owner: number): number =>
      kinds.reduce((sum, kind) => {
        const { available, frozen } = host.engine.balance(owner, kind, asset);
        return sum + available + frozen;
      }, 0);
    const [outside, fees, adjustments] = [-of(SystemOwner.chain), of(SystemOwner.house), of(SystemOwner.adjustments)];
    return {
      coin: code,
      owed: formatDecimal(outside, decimals),
      fees: formatDecimal(fees, decimals),
      adjustments: formatDecimal(adjustments, decimals),
      customers: formatDecimal(outside - fees - adjustments, decimals),
      held: heldOf(seen, code, decimals),
    };
  });
  const chains = (seen?.solvency ?? []).map(({ chain, coin, decimals, hot, unswept, cold, owed }) => ({
    chain,
    coin,
    hot: formatDecimal(hot, decimals),
    addresses: formatDecimal(unswept, decimals),
    cold: formatDecimal(cold, decimals),
    owed: formatDecimal(owed, decimals),
  }));
  return { assets, chains, treasury, heldAt: seen?.time ?? null };
}

/** The total over all chains that track the coin; null if none does. */
function heldOf(seen: Held | null, coin: string, ledgerDecimals: number): string | null {
  const places = (seen?.solvency ?? []).filter((place) => place.coin === coin);
  if (places.length === 0) return null;
  const units = places.reduce((sum, { held, decimals }) => sum + held / 10n ** BigInt(decimals - ledgerDecimals), 0n);
  return formatDecimal(units, ledgerDecimals);
}
