import { mayDo, type Approval, type Right } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import { once } from '../audit/once.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../refusals/refusal.ts';
import { requireRight } from './bind.ts';
import type { Authority } from '../funds/withdrawals/index.ts';
import type { Operator } from './roster.ts';

export type Act = Approval['act'];

/** An act that one operator proposes and another must agree to. */
export interface Proposal {
  readonly act: Act;
  readonly target: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Proposals with the same id are made once. */
  readonly requestId?: string | undefined;
}

/** Executes an act that was agreed to. @throws Refusal if nothing happened: the proposal stays open */
export type ExecuteApproval = (input: Readonly<Record<string, unknown>>, agreed: Agreed) => Promise<ExecutedApproval>;

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
  /** The proposer's name. */
  readonly proposer: string;
}

/** Proposals and their decisions. Proposer and decider both need the right of the act. */
export interface Approvals {
  propose(by: Operator, proposal: Proposal): Promise<Approval>;
  /** The open proposals about these targets. */
  findOpen(act: Act, targets: readonly string[]): Promise<ReadonlyMap<string, OpenApproval>>;
  list(query: { open: boolean; before: number; limit: number }, by: Operator): Promise<Approval[]>;
  decide(id: number, isAgreed: boolean, by: Operator): Promise<{ approval: Approval; mailed?: boolean }>;
  countOpen(): Promise<number>;
  /** Open proposals whose MAC is missing or wrong: rows that were planted or changed in the database. */
  altered(): Promise<number[]>;
}

const rightOfAct: Readonly<Record<Act, Right>> = {
  withdrawal: 'withdrawals.decide',
  adjustment: 'adjustments.make',
  role: 'operators.change',
  rate: 'markets.change',
  reset: 'customers.reset',
  bankAccount: 'banks.manage',
  bankFile: 'banks.manage',
  bankEntry: 'banks.manage',
  bankBatch: 'banks.manage',
  bankPayout: 'banks.manage',
  bankDay: 'banks.manage',
  landing: 'withdrawals.decide',
  token: 'markets.change',
  recovery: 'adjustments.make',
};
const acts = Object.keys(rightOfAct) as Act[];

/** The ledger keeps executed ids for a day, so an attempt older than this is not repeated. */
const maxAttemptAgeMs = 20 * 3_600_000;
const uniqueViolation = '23505';

export interface ApprovalsOptions {
  readonly db: Kysely<Tables>;
  readonly execute: Readonly<Record<Act, ExecuteApproval>>;
  /** Makes and checks the MAC of each proposal, so that a planted row can't be agreed to. */
  readonly authority: Pick<Authority, 'macOf' | 'isMacOf'>;
  readonly now: () => number;
}

export function createApprovals(options: ApprovalsOptions): Approvals {
  const { db, execute } = options;
  return {
    propose: async (by, proposal) => {
      const id = await write(options, by, proposal);
      return read(db, id, by);
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
      let rows = select(db).where('state', open ? '=' : '<>', 'open');
      if (Number.isFinite(before)) rows = rows.where('approvals.id', '<', before);
      if (!mayDo(by.role, 'approvals.seeAll'))
        rows = rows.where(
          'act',
          'in',
          acts.filter((act) => mayDo(by.role, rightOfAct[act])),
        );
      const found = await rows
        .orderBy('approvals.id', 'desc')
        .limit(limit + 1)
        .execute();
      return found.map((row) => wireOf(row, by));
    },
    decide: async (id, isAgreed, by) => {
      const { act, input, attempt, proposerName: proposer } = await take(options, { id, isAgreed, by });
      if (!isAgreed) return { approval: await read(db, id, by) };
      try {
        const agreed = { requestId: `approval-${id}-${attempt}`, by, proposer };
        const { record, ...executed } = await execute[act](input, agreed);
        await close(options, { id, by, state: 'done', record });
        return { approval: await read(db, id, by), ...executed };
      } catch (error) {
        // A refused act had no effect and may be attempted again; after any other error the outcome is unknown.
        if (error instanceof Refusal && error.code !== Code.unavailable) await allowAnotherAttempt(db, id, attempt);
        throw error;
      }
    },
    countOpen: async () => {
      const { count } = await db
        .selectFrom('approvals')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow();
      return count;
    },
    altered: () => altered(options),
  };
}

async function altered({ db, authority }: ApprovalsOptions): Promise<number[]> {
  const rows = await db.selectFrom('approvals').selectAll().where('state', '=', 'open').orderBy('id').execute();
  return rows.filter((row) => !authority.isMacOf(statementOf(row), row.mac)).map(({ id }) => id);
}

async function write({ db, authority, now }: ApprovalsOptions, by: Operator, proposal: Proposal): Promise<number> {
  const { act, target, input, requestId } = proposal;
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
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
      throw new Refusal(Code.conflict, 'approvalOpen');
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

/** Records the attempt, or closes the proposal if it is refused. @throws Refusal if this operator may not decide or nothing is open */
async function take(options: ApprovalsOptions, { id, isAgreed, by }: Decision) {
  const { db, now } = options;
  const found = await db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw new Refusal(Code.notFound, 'notFound');
  await requireRight(options, by, rightOfAct[found.act], `approval ${id}`);
  if (isAgreed && found.proposer === by.id) throw new Refusal(Code.conflict, 'ownApproval');
  if (isAgreed && !options.authority.isMacOf(statementOf(found), found.mac))
    throw new Refusal(Code.conflict, 'approvalAltered');
  const { proposerName, mayPropose } = await proposerOf(db, found);
  if (isAgreed && !mayPropose) throw new Refusal(Code.conflict, 'proposerGone');
  if (!isAgreed) {
    await close(options, { id, by, state: 'refused' });
    return { ...found, proposerName };
  }
  if (found.agreed !== null && found.agreed <= now() - maxAttemptAgeMs)
    throw new Refusal(Code.conflict, 'approvalTooOld');
  const begun = await db
    .updateTable('approvals')
    .set(({ fn, val }) => ({ agreed: fn.coalesce('agreed', val(now())) }))
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst();
  if (begun === undefined) throw new Refusal(Code.conflict, 'approvalClosed');
  return { ...begun, proposerName };
}

/** Returns the proposer, and if they may still propose it: their access may be revoked or their role changed since. */
async function proposerOf(db: Kysely<Tables>, { proposer, act }: { readonly proposer: number; readonly act: Act }) {
  const { name, role, disabled_at } = await db
    .selectFrom('operators')
    .select(['name', 'role', 'disabled_at'])
    .where('id', '=', proposer)
    .executeTakeFirstOrThrow();
  return { proposerName: name, mayPropose: disabled_at === null && mayDo(role, rightOfAct[act]) };
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
      throw new Refusal(Code.conflict, 'approvalClosed');
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

function select(db: Kysely<Tables>) {
  return db
    .selectFrom('approvals')
    .innerJoin('operators as proposing', 'proposing.id', 'approvals.proposer')
    .leftJoin('operators as deciding', 'deciding.id', 'approvals.decider')
    .selectAll('approvals')
    .select(['proposing.name as proposerName', 'deciding.name as deciderName']);
}

async function read(db: Kysely<Tables>, id: number, by: Operator): Promise<Approval> {
  return wireOf(await select(db).where('approvals.id', '=', id).executeTakeFirstOrThrow(), by);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function wireOf(row: Row, by: Operator): Approval {
  const { id, act, target, input, time, state, decided } = row;
  const mine = row.proposer === by.id;
  return { id, act, target, input, time, state, decided, proposer: row.proposerName, decider: row.deciderName, mine };
}
