import { undecided } from '@fft/chains';
import type { AccountKind, MatchingEngine } from '@fft/engine';
import { sql, type Insertable, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { AnyTransaction } from '../../database/rooms.ts';
import { own, type Tables } from '../room.ts';
import { bankRail } from '../../assets/networks.ts';
import { type Authority, decidedByRules } from './authority.ts';
import type { Block, Blocks } from './blocks.ts';
import { notCounted, worthOf } from './day-worth.ts';
import type { Risk } from '@fft/console-contract';
import { dayMs } from './rules.ts';
import { endings, statesBefore, type State } from './states.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

export type NewWithdrawal = Pick<
  Insertable<Tables['withdrawals']>,
  | 'customer'
  | 'request_id'
  | 'coin'
  | 'chain'
  | 'asset'
  | 'address_id'
  | 'address'
  | 'memo'
  | 'amount'
  | 'fee'
  | 'usdt_units'
  | 'planned'
  | 'risks'
>;

/** Fields that may change with the state. */
export type Details = Partial<Pick<WithdrawalRow, 'reason' | 'reason_zh' | 'reason_en' | 'txid' | 'confirmations'>>;

/** The transaction that pays a withdrawal. */
export interface PaidBy {
  readonly txid: string;
  readonly confirmations?: number;
}

export interface HistoryQuery {
  readonly coin?: string | undefined;
  readonly state?: State | undefined;
  /** Of coins or payouts only; both by default. */
  readonly kind?: AccountKind | undefined;
  /** Rows before this id; Infinity for the newest. */
  readonly before: number;
  readonly limit: number;
}

/** Worth in millionths of a USDT, and the number of withdrawals without a known worth. */
export interface DayUsed {
  readonly units: bigint;
  readonly unvalued: number;
}

/** The rows of withdrawals. No customer sees another's. */
export interface Withdrawals {
  find(customer: number, id: number): Promise<WithdrawalRow | null>;
  findRequest(customer: number, requestId: string): Promise<WithdrawalRow | null>;
  /** Newest first, one more than requested if there are more. */
  list(customer: number, query: HistoryQuery): Promise<WithdrawalRow[]>;
  /** Withdrawals that left or are leaving within the last 24 hours. Within a transaction, which decides, paid withdrawals without a row count too. */
  dayUsed(customer: number, transaction?: Transaction<Tables>): Promise<DayUsed>;
  /** Adds a request and records its MAC. */
  add(transaction: Transaction<Tables>, withdrawal: NewWithdrawal): Promise<WithdrawalRow>;
  /**
   * Moves a requested withdrawal to its planned state once its money is frozen; to review if its account is locked or held, so that people check it first. Null if its
   * state is not `requested`.
   */
  begin(transaction: Transaction<Tables>, id: number): Promise<WithdrawalRow | null>;
  /** Moves a withdrawal to another state; null if its state cannot become `to`. Of concurrent calls, one moves it. */
  move(transaction: Transaction<Tables>, id: number, to: State, details?: Details): Promise<WithdrawalRow | null>;
  /** Returns an approved withdrawal to review, with reasons; null if it is not approved, or if a signed transaction may land. */
  sendBack(transaction: Transaction<Tables>, id: number, why: readonly Risk[]): Promise<WithdrawalRow | null>;
  /** Records the transaction that pays it, or a mark in its place, and how often that is confirmed. The state stays. */
  notePaidBy(id: number, paidBy: PaidBy, transaction?: AnyTransaction): Promise<void>;
  /** Records that the ledger knows the end. */
  close(id: number): Promise<void>;
  /** A customer's withdrawals whose money is not frozen yet. */
  requested(customer: number): Promise<WithdrawalRow[]>;
  /** Withdrawals whose money is not frozen yet, and those whose end may be unknown to the ledger. */
  unfinished(): Promise<WithdrawalRow[]>;
}

const unseen = ['requested', 'refused'] as const;
const ends = Object.keys(endings) as (keyof typeof endings)[];

/** The engine's record of withdrawals. */
export interface KnowsWithdrawals {
  readonly engine: Pick<MatchingEngine, 'withdrawal'>;
}

export interface WithdrawalsOptions {
  readonly db: Kysely<Tables>;
  /** Knows for a day if a withdrawal's money is held, left or released, independent of its row. */
  readonly host: KnowsWithdrawals;
  readonly authority: Authority;
  readonly blocks: Blocks;
  readonly now: () => number;
}

export function createWithdrawals({ db, host, authority, blocks, now }: WithdrawalsOptions): Withdrawals {
  const ofCustomer = (customer: number) => db.selectFrom('withdrawals').selectAll().where('customer', '=', customer);
  return {
    find: async (customer, id) =>
      (await ofCustomer(customer).where('id', '=', id).where('state', 'not in', unseen).executeTakeFirst()) ?? null,
    findRequest: async (customer, requestId) =>
      (await ofCustomer(customer).where('request_id', '=', requestId).executeTakeFirst()) ?? null,
    list: (customer, { coin, state, kind, before, limit }) => {
      let rows = ofCustomer(customer).where('state', 'not in', unseen);
      if (coin !== undefined) rows = rows.where('coin', '=', coin);
      if (state !== undefined) rows = rows.where('state', '=', state);
      if (kind !== undefined) rows = rows.where('chain', kind === 'fiat' ? '=' : '<>', bankRail);
      if (Number.isFinite(before)) rows = rows.where('id', '<', before);
      return rows
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
    },
    dayUsed: async (customer, transaction) => {
      const of = { customer, time: now() };
      const options = { host, authority };
      if (transaction === undefined) return dayUsed(db, options, of);
      const { units, unvalued } = await dayUsed(transaction, options, of);
      return { units, unvalued: unvalued + (await countGone(transaction, of)) };
    },
    add: (transaction, withdrawal) => addWithdrawal(transaction, authority, withdrawal, now()),
    move: async (transaction, id, to, details = {}) => {
      const row = await transaction
        .updateTable('withdrawals')
        .set({
          ...details,
          state: to,
          updated: now(),
          closed: to === 'refused',
          end_mac: authority.endMacOf({ id, state: to }),
        })
        .where('id', '=', id)
        .where('state', 'in', statesBefore(to))
        .returningAll()
        .executeTakeFirst();
      // Custody found that it is not owed.
      return row && to === 'review' ? putToReview(transaction, authority, row, { isAltered: true }) : (row ?? null);
    },
    begin: (transaction, id) => beginWithdrawal(transaction, { authority, blocks }, { id, time: now() }),
    sendBack: (transaction, id, why) => sendBack(transaction, authority, { id, why, time: now() }),
    ...notesOf(db),
    requested: (customer) => ofCustomer(customer).where('state', '=', 'requested').orderBy('id').execute(),
    unfinished: () =>
      db
        .selectFrom('withdrawals')
        .selectAll()
        .where('closed', '=', false)
        .where('state', 'in', ['requested', ...ends])
        .orderBy('id')
        .limit(1000)
        .execute(),
  };
}

/** What is noted beside a withdrawal's state. */
function notesOf(db: Kysely<Tables>): Pick<Withdrawals, 'notePaidBy' | 'close'> {
  return {
    notePaidBy: async (id, paidBy, transaction) => {
      await own(transaction ?? db)
        .updateTable('withdrawals')
        .set(paidBy)
        .where('id', '=', id)
        .execute();
    },
    close: async (id) => {
      await db.updateTable('withdrawals').set({ closed: true }).where('id', '=', id).execute();
    },
  };
}

async function addWithdrawal(
  transaction: Transaction<Tables>,
  authority: Authority,
  withdrawal: NewWithdrawal,
  time: number,
): Promise<WithdrawalRow> {
  const row = await transaction
    .insertInto('withdrawals')
    .values({ ...withdrawal, state: 'requested', time, updated: time, closed: false })
    .returningAll()
    .executeTakeFirstOrThrow();
  return authority.record(transaction, row, undecided);
}

interface OfCustomer {
  readonly customer: number;
  readonly time: number;
}

/**
 * An altered or removed row has no known worth. A row that says the money stayed still counts until the ledger has released the money: a writer to the tables gains no
 * room.
 */
async function dayUsed(
  db: Kysely<Tables>,
  { host, authority }: Pick<WithdrawalsOptions, 'host' | 'authority'>,
  { customer, time }: OfCustomer,
): Promise<DayUsed> {
  const rows = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('customer', '=', customer)
    .where('time', '>', time - dayMs)
    .execute();
  const isCounted = ({ id, state }: WithdrawalRow): boolean => {
    if (!(notCounted as readonly State[]).includes(state)) return true;
    const known = host.engine.withdrawal(customer, String(id));
    return known !== null && known.state !== 'released';
  };
  const worths = rows.filter(isCounted).map((row) => worthOf(authority, row));
  return {
    units: worths.reduce<bigint>((sum, worth) => sum + (worth ?? 0n), 0n),
    unvalued: worths.filter((worth) => worth === null).length,
  };
}

/** Counts withdrawals that the ledger paid within 24 hours and that have no row any more. References of other movements are not numeric. */
async function countGone(db: Kysely<Tables>, { customer, time }: OfCustomer): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select count(*)::int as gone from postings
    where owner = ${customer} and kind in ('coin', 'fiat') and reason = 'withdraw' and time > ${time - dayMs}
      and owner >= 1000 and reason not in ('freeze', 'release', 'trade', 'fee')
      and reference ~ '^[0-9]{1,15}$'
      and not exists (
        select from withdrawals where withdrawals.id = postings.reference::bigint and withdrawals.customer = postings.owner
      )`.execute(db);
  return rows[0]?.gone ?? 0;
}

async function beginWithdrawal(
  transaction: Transaction<Tables>,
  { authority, blocks }: Pick<WithdrawalsOptions, 'authority' | 'blocks'>,
  { id, time }: { readonly id: number; readonly time: number },
): Promise<WithdrawalRow | null> {
  const requested = await transaction
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .forUpdate()
    .executeTakeFirst();
  if (requested === undefined) return null;
  // Unchanged since the request, and never decided: a withdrawal that returned to review is not begun again.
  const wasGenuine = authority.isGenuine(requested) && requested.decisions === 1;
  const block = await blocks.of(transaction, requested, time);
  const row = await transaction
    .updateTable('withdrawals')
    .set({ state: block === null ? sql`planned` : 'review', risks: withRisks(block ?? []), updated: time })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  if (!wasGenuine || block !== null)
    return putToReview(transaction, authority, row, { isAltered: !wasGenuine, wasGenuine });
  return row.state === 'approved' ? authority.record(transaction, row, decidedByRules) : row;
}

interface Found {
  /** The row does not match the decision: operators are alerted. */
  readonly isAltered: boolean;
  /** The result before its risks were added. */
  readonly wasGenuine?: boolean;
}

/** Earlier decisions no longer pay it. */
async function putToReview(
  transaction: Transaction<Tables>,
  authority: Authority,
  row: WithdrawalRow,
  { isAltered, wasGenuine = authority.isGenuine(row) }: Found,
): Promise<WithdrawalRow> {
  if (isAltered) authority.alarm(row);
  const reviewed = await transaction
    .updateTable('withdrawals')
    .set({ state: 'review', risks: withRisks(isAltered ? ['altered'] : []) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return wasGenuine ? authority.record(transaction, reviewed, undecided) : reviewed;
}

interface SentBack {
  readonly id: number;
  readonly why: readonly Risk[];
  readonly time: number;
}

async function sendBack(
  transaction: Transaction<Tables>,
  authority: Authority,
  { id, why, time }: SentBack,
): Promise<WithdrawalRow | null> {
  const before = await transaction
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const wasGenuine = before !== undefined && authority.isGenuine(before);
  const row = await transaction
    .updateTable('withdrawals')
    .set({ state: 'review', risks: withRisks(why), updated: time })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chain_payments')
            .select('chain_payments.id')
            .where('purpose', '=', 'withdrawal')
            .whereRef('reference', '=', 'withdrawals.id')
            .where('chain_payments.state', '<>', 'reserved'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
  return row ? putToReview(transaction, authority, row, { isAltered: !wasGenuine, wasGenuine }) : null;
}

/** Adds risks to those of the row. */
function withRisks(more: Block | readonly Risk[]): RawBuilder<Risk[]> {
  return sql<
    Risk[]
  >`risks || array(select each from unnest(${[more].flat()}::text[]) as each where each <> all(risks))`;
}
