import { sql, type Kysely, type Transaction } from 'kysely';
import { Agreement } from '../../authority/agreement.ts';
import { writeAudit } from '../../audit/audit.ts';
import { refuse } from '../refusals.ts';
import type { Tables } from '../room.ts';
import { type ApproverDay, lockApprovals, refuseFullDay } from './approver-day.ts';
import { type Authority, decidedBy } from './authority.ts';
import type { OnChange } from './withdrawal-processor.ts';
import type { Block, Blocks } from './blocks.ts';
import { notCounted, worthOf } from './day-worth.ts';
import {
  type Approver,
  type FourEyes,
  namesOf,
  recordView,
  refuseApprover,
  refuseEach,
  takesTwo,
} from './four-eyes.ts';
import { isSigned } from './is-signed.ts';
import { dayMs } from './rules.ts';
import { endings, type EndState, isEnd, type State } from './states.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** The refusal of an approval while it is blocked. */
const refusalsOfBlocks = {
  accountLocked: 'approveLocked',
  accountHeld: 'approveHeld',
  depositLost: 'approveLost',
  identityRevoked: 'approveRevoked',
  signedBefore: 'approveSigned',
} as const satisfies Readonly<Record<Block | 'signedBefore', string>>;

/** The reason of a rejection, shown to the customer. */
export interface RejectReason {
  readonly zh: string;
  readonly en: string;
}

/**
 * Operators' decisions on large withdrawals. It may run outside the exchange's process and has no ledger: the exchange returns the money of a rejected withdrawal when it
 * next resumes unfinished ones.
 */
export interface WithdrawalReview {
  waiting(): Promise<WithdrawalRow[]>;
  find(id: number): Promise<WithdrawalRow | null>;
  /** Lists one state by page: oldest first in review, newest first otherwise; one more than requested if there are more. */
  list(query: ReviewQuery): Promise<WithdrawalRow[]>;
  countWaiting(): Promise<{ readonly count: number; readonly oldest: number | null }>;
  /** Totals of the customer's withdrawals within 24 hours before and after each id, in millionths of a USDT; null if a part cannot be valued. */
  dayTotals(ids: readonly number[]): Promise<ReadonlyMap<number, bigint | null>>;
  /** Ids of unfinished withdrawals whose rows do not match a decision, and of ended ones whose end is not proven. */
  altered(): Promise<number[]>;
  /** True if two must agree to a withdrawal with this total of {@link dayTotals}. */
  takesTwo(dayTotal: bigint | null): boolean;
  /** Returns a withdrawal, and records that the operator has seen it: an approval requires it. */
  view(id: number, operator: string): Promise<WithdrawalRow | null>;
  /** Says if this operator may approve it alone, or as one of two. @throws Refusal if not at all */
  prepare(id: number, operator: string): Promise<'alone' | 'asOneOfTwo'>;
  /** One operator's name suffices for small ones. @throws Refusal */
  approve(id: number, by: Approver): Promise<void>;
  /** Rejects a withdrawal in review, or an approved one that cannot be paid and is not signed. @throws Refusal `notInReview`, also if it is signed */
  reject(id: number, operator: string, reason: RejectReason, from?: 'review' | 'approved'): Promise<void>;
}

export interface ReviewQuery {
  readonly state: State;
  /** The end of the previous page; null for the first. */
  readonly from: number | null;
  readonly limit: number;
}

export interface WithdrawalReviewOptions extends FourEyes {
  readonly db: Kysely<Tables>;
  readonly authority: Authority;
  readonly blocks: Blocks;
  readonly onChange: OnChange;
  /** Whole USDT that one approver may approve in 24 hours. */
  readonly approverDayUsdt: number;
  readonly now: () => number;
}

export function createWithdrawalReview(options: WithdrawalReviewOptions): WithdrawalReview {
  const { db, authority, now } = options;
  const find = async (id: number): Promise<WithdrawalRow | null> =>
    (await db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

  return {
    waiting: () => db.selectFrom('withdrawals').selectAll().where('state', '=', 'review').orderBy('id').execute(),
    find,
    list: ({ state, from, limit }) => {
      const isQueue = state === 'review';
      let rows = db.selectFrom('withdrawals').selectAll().where('state', '=', state);
      if (from !== null) rows = rows.where('id', isQueue ? '>' : '<', from);
      return rows
        .orderBy('id', isQueue ? 'asc' : 'desc')
        .limit(limit + 1)
        .execute();
    },
    countWaiting: () =>
      db
        .selectFrom('withdrawals')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('time').as('oldest')])
        .where('state', '=', 'review')
        .executeTakeFirstOrThrow(),
    dayTotals: (ids) => dayTotals(db, authority, ids),
    altered: () => altered(db, authority),
    takesTwo: (dayTotal) => takesTwo(options, dayTotal),
    view: async (id, operator) => {
      const row = await find(id);
      if (row !== null) await recordView(db, row, { operator, time: now() });
      return row;
    },
    prepare: async (id, operator) => {
      const row = await find(id);
      if (row?.state !== 'review') throw refuse('notInReview');
      const dayTotal = (await dayTotals(db, authority, [id])).get(id) ?? null;
      await refuseEach(db, options, { row, names: [operator], dayTotal });
      if (!takesTwo(options, dayTotal)) return 'alone';
      const act = { row, approvers: [operator], time: now() };
      await db.transaction().execute((transaction) => refuseFullDay(transaction, dayOf(options), act));
      return 'asOneOfTwo';
    },
    approve: (id, by) => decide(options, { id, by, reason: null, before: 'review' }),
    reject: (id, by, reason, before = 'review') => decide(options, { id, by, reason, before }),
  };
}

function dayOf({ authority, approverDayUsdt }: WithdrawalReviewOptions): ApproverDay {
  return { authority, limit: BigInt(approverDayUsdt) * 1_000_000n };
}

interface Decision {
  readonly id: number;
  readonly by: Approver;
  /** Null to approve. */
  readonly reason: RejectReason | null;
  readonly before: 'review' | 'approved';
}

async function decide(options: WithdrawalReviewOptions, { id, by, reason, before }: Decision): Promise<void> {
  const { db, authority, onChange, now } = options;
  const [operator, first] = by instanceof Agreement ? [by.second, by.first] : [by, null];
  const state = reason === null ? 'approved' : 'rejected';
  const decision = { state, reason_zh: reason?.zh ?? null, reason_en: reason?.en ?? null } as const;
  await db.transaction().execute(async (transaction) => {
    if (reason === null) await lockApprovals(transaction);
    if (reason === null) await refuseStopped(transaction, options.blocks, { id, time: now() });
    const row = await take(transaction, authority, { id, before }, { ...decision, updated: now() });
    if (reason === null) {
      refuseAltered(authority, row);
      const dayTotal = (await dayTotals(transaction, authority, [id])).get(id) ?? null;
      await refuseApprover(transaction, options, { row, by, dayTotal });
      await refuseFullDay(transaction, dayOf(options), { row, approvers: namesOf(by), time: now() });
      await authority.record(transaction, row, decidedBy(operator, first));
    }
    await onChange(transaction, row);
    await writeAudit(transaction, {
      time: now(),
      operator,
      act: reason === null ? 'withdrawal.approve' : 'withdrawal.reject',
      target: `withdrawal ${id}`,
      before: { state: before },
      after: first === null ? decision : { ...decision, first },
    });
  });
}

/** @throws Refusal if the row does not match what the customer requested, or no MAC proves it: it can only be rejected */
function refuseAltered(authority: Authority, row: WithdrawalRow): void {
  if (authority.isGenuine(row)) return;
  authority.alarm(row);
  throw refuse('withdrawalAltered');
}

/** A stopped account is paid nothing: its approved withdrawal would only return to review. */
async function refuseStopped(
  transaction: Transaction<Tables>,
  blocks: Blocks,
  { id, time }: { readonly id: number; readonly time: number },
): Promise<void> {
  const row = await transaction
    .selectFrom('withdrawals')
    .select(['id', 'customer', 'risks'])
    .where('id', '=', id)
    .where('state', '=', 'review')
    .executeTakeFirst();
  if (row === undefined) throw refuse('notInReview');
  const why = row.risks.includes('signedBefore') ? 'signedBefore' : await blocks.of(transaction, row, time);
  if (why !== null) throw refuse(refusalsOfBlocks[why]);
}

/** An altered row has no known worth. */
async function dayTotals(
  db: Kysely<Tables> | Transaction<Tables>,
  authority: Authority,
  ids: readonly number[],
): Promise<ReadonlyMap<number, bigint | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<WithdrawalRow & { of: number }>`
    select other.*, one.id as of
    from withdrawals as one join withdrawals as other
      on other.customer = one.customer and abs(other.time - one.time) < ${dayMs}
      and (other.id = one.id or other.state <> all(${[...notCounted]}::text[]))
    where one.id = any(${ids}::bigint[])
  `.execute(db);
  const totals = new Map<number, bigint | null>();
  for (const { of, ...row } of rows) {
    const [sum, worth] = [totals.get(of), worthOf(authority, row)];
    totals.set(of, sum === null || worth === null ? null : (sum ?? 0n) + worth);
  }
  return totals;
}

const underWay = ['review', 'approved', 'sent'] as const;
const ends = Object.keys(endings) as EndState[];
const maxRows = 10_000;

async function altered(db: Kysely<Tables>, authority: Authority): Promise<number[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where((row) =>
      row.or([row('state', 'in', underWay), row.and([row('state', 'in', ends), row('closed', '=', false)])]),
    )
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
  const isAltered = (row: WithdrawalRow): boolean => {
    if (isEnd(row.state)) return !authority.isProvenEnd(row);
    const isGenuine = row.state === 'review' ? authority.isGenuine(row) : authority.orderOf(row) !== null;
    return row.risks.includes('altered') || !isGenuine;
  };
  return rows.filter(isAltered).map(({ id }) => id);
}

/** Only one of several concurrent decisions succeeds; none does once a transaction is signed. */
async function take(
  transaction: Transaction<Tables>,
  authority: Authority,
  { id, before }: { readonly id: number; readonly before: State },
  decision: Pick<WithdrawalRow, 'state' | 'reason_zh' | 'reason_en' | 'updated'>,
): Promise<WithdrawalRow> {
  const row = await transaction
    .updateTable('withdrawals')
    .set({ ...decision, end_mac: authority.endMacOf({ id, state: decision.state }) })
    .where('id', '=', id)
    .where('state', '=', before)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || (await isSigned(transaction, id))) throw refuse('notInReview');
  return row;
}
