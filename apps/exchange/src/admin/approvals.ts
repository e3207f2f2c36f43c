import { type Act, type ActInput, actNames, actOf, acts, linesOf, mayDo, type Approval } from '@fft/console-contract';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { AnyTransaction } from '../database/rooms.ts';
import type { Seals } from '../authority/seals.ts';
import { Agreement } from '../authority/agreement.ts';
import { writeAudit } from '../audit/audit.ts';
import { once } from '../audit/once.ts';
import { own, type Tables } from './room.ts';
import { isUniqueViolation } from '../database/unique-violation.ts';
import { Refusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import { requireRight } from './bind.ts';
import type { Review } from '../identity/index.ts';
import type { Operator } from './staff/roster.ts';

/** An act that one operator proposes and another must agree to. */
export interface Proposal<A extends Act = Act> {
  readonly act: A;
  readonly target: string;
  readonly input: ActInput<A>;
  /** Proposals with the same id are made once. */
  readonly requestId?: string | undefined;
}

/** Executes an act that was agreed to. @throws Refusal if nothing happened: the proposal stays open */
export type ExecuteApproval<A extends Act> = (input: ActInput<A>, agreed: Agreed) => Promise<ExecutedApproval>;
/** How each act is carried out. */
export type ExecuteActs = { readonly [A in Act]: ExecuteApproval<A> };

export interface ExecutedApproval {
  /** True if the mail server accepted a link; the second operator's response has it. */
  readonly mailed?: boolean;
  /** Writes more rows in the transaction of the decision. */
  readonly record?: (transaction: Transaction<Tables>) => Promise<void>;
}

export interface OpenApproval {
  readonly id: number;
  readonly proposerName: string;
}

export interface Agreed {
  /** Executes the act once, however often it is attempted. It changes after a refusal, which the ledger keeps with the id. */
  readonly requestId: string;
  readonly by: Operator;
  /** What a service demands as proof that two agreed. */
  readonly agreement: Agreement;
}

/** Proposals and their decisions. The contract's table of acts says what each carries, and who may propose and agree. */
export interface Approvals {
  propose<A extends Act>(by: Operator, proposal: Proposal<A>): Promise<Approval>;
  /** The open proposals about these targets. */
  findOpen(act: Act, targets: readonly string[]): Promise<ReadonlyMap<string, OpenApproval>>;
  list(query: { open: boolean; before: number; limit: number }, by: Operator): Promise<Approval[]>;
  decide(id: number, isAgreed: boolean, by: Operator): Promise<{ approval: Approval; mailed?: boolean }>;
  /** Those that the operator sees in the list. */
  countOpen(by: Operator): Promise<number>;
  /** Open proposals whose MAC is missing or wrong: rows that were planted or changed in the database. */
  altered(): Promise<number[]>;
}

/** The ledger keeps executed ids for a day, so an attempt older than this is not repeated. */
const maxAttemptAgeMs = 20 * 3_600_000;

export interface ApprovalsOptions {
  readonly db: Kysely<Tables>;
  readonly execute: ExecuteActs;
  /** Names of the customers that a proposal is about. */
  readonly review: Pick<Review, 'latest'>;
  /** Makes and checks the MAC of each proposal, so that a planted row can't be agreed to. */
  readonly authority: Seals;
  readonly now: () => number;
}

export function createApprovals(options: ApprovalsOptions): Approvals {
  const { db, execute } = options;
  return {
    propose: async (by, proposal) => {
      await requireRight(options, by, acts[proposal.act].right, `${proposal.act} of ${proposal.target}`);
      const id = await write(options, by, proposal);
      return read(options, id, by);
    },
    findOpen: async (act, targets) => {
      if (targets.length === 0) return new Map();
      const rows = await db
        .selectFrom('approvals')
        .innerJoin('operators', 'operators.id', 'approvals.proposer')
        .select(['approvals.id', 'target', 'operators.name as proposerName'])
        .where('act', '=', act)
        .where('target', 'in', targets)
        .where('state', '=', 'open')
        .execute();
      return new Map(rows.map(({ target, ...open }) => [target, open]));
    },
    list: async ({ open, before, limit }, by) => {
      let rows = select(db)
        .where('state', open ? '=' : '<>', 'open')
        .where(isSeenBy(by));
      if (Number.isFinite(before)) rows = rows.where('approvals.id', '<', before);
      const found = await rows
        .orderBy('approvals.id', 'desc')
        .limit(limit + 1)
        .execute();
      return wireOf(options, found, by);
    },
    decide: async (id, isAgreed, by) => {
      const taken = await take(options, { id, isAgreed, by });
      if (taken === null) return { approval: await read(options, id, by) };
      const { act, target, attempt, proposerName: first, readable: input } = taken;
      try {
        const agreement = Agreement.reach({ act, target, input, first, second: by.name });
        const agreed = { requestId: `approval-${id}-${attempt}`, by, agreement };
        const { record, ...executed } = await (execute[act] as ExecuteApproval<Act>)(input, agreed);
        await close(options, { id, by, state: 'done', record });
        return { approval: await read(options, id, by), ...executed };
      } catch (error) {
        // A refused act had no effect and may be attempted again; after any other error the outcome is unknown.
        if (error instanceof Refusal && error.kind !== 'unavailable') await allowAnotherAttempt(db, id, attempt);
        throw error;
      }
    },
    countOpen: (by) => countOpen(db, by),
    altered: () => altered(options),
  };
}

/** An operator sees proposals that they may make or decide; some see all. */
function isSeenBy({ role }: Operator): RawBuilder<boolean> {
  if (mayDo(role, 'approvals.seeAll')) return sql`true`;
  const seen = actNames.filter((act) => mayDo(role, acts[act].right) || mayDo(role, acts[act].agrees));
  return sql`approvals.act = any(${seen})`;
}

async function countOpen(db: Kysely<Tables>, by: Operator): Promise<number> {
  const { count } = await db
    .selectFrom('approvals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .where(isSeenBy(by))
    .executeTakeFirstOrThrow();
  return count;
}

async function altered({ db, authority }: ApprovalsOptions): Promise<number[]> {
  const rows = await db.selectFrom('approvals').selectAll().where('state', '=', 'open').orderBy('id').execute();
  return rows.filter((row) => !authority.isMacOf(statementOf(row), row.mac)).map(({ id }) => id);
}

async function write({ db, authority, now }: ApprovalsOptions, by: Operator, proposal: Proposal): Promise<number> {
  const { act, target, requestId } = proposal;
  // What the contract doesn't name is neither stored nor agreed to.
  const input = actOf(act).input.parse(proposal.input) as ActInput<Act>;
  const time = now();
  const row = { act, target, input: JSON.stringify(input), proposer: by.id, time, agreed: null };
  try {
    const request = { operator: by.name, requestId, body: { act, target, input }, time };
    return await db.transaction().execute((transaction) =>
      once(transaction, request, async () => {
        const { id } = await transaction
          .insertInto('approvals')
          .values({ ...row, mac: authority.macOf(statementOf({ ...row, input })), decider: null, decided: null })
          .returning('id')
          .executeTakeFirstOrThrow();
        await writeAudit(transaction, {
          time,
          operator: by.name,
          act: `${act}.propose`,
          target,
          after: { approval: id, ...input },
        });
        return id;
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('approvalOpen');
    throw error;
  }
}

/** The statement that a proposal's MAC covers, as JSON returns it. */
function statementOf(row: { act: Act; target: string; input: unknown; proposer: number; time: number }): unknown[] {
  const { act, target, input, proposer, time } = row;
  return [act, target, JSON.parse(JSON.stringify(input)) as unknown, proposer, time];
}

interface Decision {
  readonly id: number;
  readonly isAgreed: boolean;
  readonly by: Operator;
}

/** Records the attempt; null if the proposal is refused, and closed by this. @throws Refusal if this operator may not decide or nothing is open */
async function take(options: ApprovalsOptions, { id, isAgreed, by }: Decision) {
  const { db, now } = options;
  const found = await db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw refuse('notFound');
  const isOwn = found.proposer === by.id;
  await requireRight(options, by, acts[found.act][isOwn ? 'right' : 'agrees'], `approval ${id}`);
  if (isAgreed && isOwn) throw refuse('ownApproval');
  if (isAgreed && !options.authority.isMacOf(statementOf(found), found.mac)) throw refuse('approvalAltered');
  const { proposerName, mayPropose } = await proposerOf(db, found);
  if (isAgreed && !mayPropose) throw refuse('proposerGone');
  if (!isAgreed) {
    await close(options, { id, by, state: 'refused' });
    return null;
  }
  const readable = inputOf(found);
  if (readable === null) throw refuse('approvalUnreadable');
  if (found.agreed !== null && found.agreed <= now() - maxAttemptAgeMs) throw refuse('approvalTooOld');
  const begun = await db
    .updateTable('approvals')
    .set(({ fn, val }) => ({ agreed: fn.coalesce('agreed', val(now())) }))
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst();
  if (begun === undefined) throw refuse('approvalClosed');
  // Of the row whose MAC was checked.
  return { act: found.act, target: found.target, attempt: begun.attempt, proposerName, readable };
}

/** The input as the contract has it; null if an earlier release wrote it in another form. */
function inputOf({ act, input }: { readonly act: Act; readonly input: unknown }): ActInput<Act> | null {
  const parsed = actOf(act).input.safeParse(input);
  return parsed.success ? (parsed.data as ActInput<Act>) : null;
}

/** Returns the proposer, and if they may still propose it: their access may be revoked or their role changed since. */
async function proposerOf(db: Kysely<Tables>, { proposer, act }: { readonly proposer: number; readonly act: Act }) {
  const { name, role, disabled_at } = await db
    .selectFrom('operators')
    .select(['name', 'role', 'disabled_at'])
    .where('id', '=', proposer)
    .executeTakeFirstOrThrow();
  return { proposerName: name, mayPropose: disabled_at === null && mayDo(role, acts[act].right) };
}

/** Allows another attempt after the refused one. A later attempt that is already running stays as it is. */
async function allowAnotherAttempt(db: Kysely<Tables>, id: number, attempt: number): Promise<void> {
  await db
    .updateTable('approvals')
    .set({ agreed: null, attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute();
}

interface Closing {
  readonly id: number;
  readonly by: Operator;
  readonly state: 'done' | 'refused';
  readonly record?: ExecutedApproval['record'];
}

async function close({ db, now }: ApprovalsOptions, { id, by, state, record }: Closing): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('approvals')
      .set({ state, decider: by.id, decided: now() })
      .where('id', '=', id)
      .where('state', '=', 'open')
      // An act that is being executed can no longer be refused.
      .where((each) =>
        state === 'done'
          ? each.lit(true)
          : each.or([each('agreed', 'is', null), each('agreed', '<=', now() - maxAttemptAgeMs)]),
      )
      .returning(['act', 'target'])
      .executeTakeFirst();
    if (row === undefined) {
      if (state === 'done') return;
      throw refuse('approvalClosed');
    }
    await record?.(transaction);
    const act = `${row.act}.${state === 'done' ? 'agree' : 'refuse'}`;
    const before = { approval: id, state: 'open' };
    await writeAudit(transaction, {
      time: now(),
      operator: by.name,
      act,
      target: row.target,
      before,
      after: { state },
    });
  });
}

/** Closes the open proposal about a target that was decided in another way. */
export async function closeOpenApproval(
  transaction: Transaction<Tables> | Kysely<Tables>,
  {
    act,
    target,
    by,
    time,
  }: { readonly act: Act; readonly target: string; readonly by: Pick<Operator, 'id'> | null; readonly time: number },
): Promise<void> {
  await transaction
    .updateTable('approvals')
    .set({ state: 'refused', decider: by?.id ?? null, decided: time })
    .where('act', '=', act)
    .where('target', '=', target)
    .where('state', '=', 'open')
    .execute();
}

interface CancelledWithdrawals {
  readonly withdrawals: readonly number[];
  /** The name of the operator who had them cancelled; null for the customer. */
  readonly operator: string | null;
  readonly time: number;
}

/** Closes the open proposals to pay these withdrawals, which were cancelled. */
export async function closeWithdrawalApprovals(
  handle: AnyTransaction,
  { withdrawals, operator, time }: CancelledWithdrawals,
): Promise<void> {
  const transaction = own(handle);
  const by =
    operator === null
      ? undefined
      : await transaction.selectFrom('operators').select('id').where('name', '=', operator).executeTakeFirst();
  for (const id of withdrawals)
    await closeOpenApproval(transaction, { act: 'withdrawal', target: `withdrawal ${id}`, by: by ?? null, time });
}

function select(db: Kysely<Tables>) {
  return db
    .selectFrom('approvals')
    .innerJoin('operators as proposing', 'proposing.id', 'approvals.proposer')
    .leftJoin('operators as deciding', 'deciding.id', 'approvals.decider')
    .selectAll('approvals')
    .select(['proposing.name as proposerName', 'deciding.name as deciderName']);
}

async function read(options: ApprovalsOptions, id: number, by: Operator): Promise<Approval> {
  const row = await select(options.db).where('approvals.id', '=', id).executeTakeFirstOrThrow();
  const [approval] = await wireOf(options, [row], by);
  if (!approval) throw new Error(`approval ${id} was not described`);
  return approval;
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

async function wireOf({ review }: ApprovalsOptions, rows: readonly Row[], by: Operator): Promise<Approval[]> {
  const found = rows.map((row) => ({ row, input: inputOf(row) }));
  const customersIn = ({ row: { act }, input }: (typeof found)[number]): number[] =>
    (linesOf({ act, input }) ?? []).flatMap(([, value]) => (value.kind === 'customer' ? [value.id] : []));
  const isNamed = mayDo(by.role, 'customers.see');
  const identities = await review.latest(isNamed ? found.flatMap(customersIn) : []);
  return found.map((one) => {
    const { id, act, target, time, state, decided, proposerName: proposer, deciderName: decider } = one.row;
    const names = customersIn(one).flatMap((customer) => {
      const name = identities.get(customer)?.name ?? null;
      return name === null ? [] : [[String(customer), name] as const];
    });
    const mine = one.row.proposer === by.id;
    const known = { id, target, time, state, decided, proposer, decider, mine, names: Object.fromEntries(names) };
    return { ...known, act, input: one.input } as Approval;
  });
}
