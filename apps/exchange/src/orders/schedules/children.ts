import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';
import { Gathered } from './gathered.ts';
import type { ScheduleTables } from './tables.ts';

export type Child = Selectable<ScheduleTables['order_schedule_children']>;
type Executor = Kysely<Tables> | Transaction<Tables>;

/** The orders of some schedules, by schedule and in the order of their numbers. */
export async function readChildren(db: Executor, schedules: readonly number[]): Promise<Map<number, Child[]>> {
  const rows = await db
    .selectFrom('order_schedule_children')
    .selectAll()
    .where('schedule', 'in', schedules)
    .orderBy('schedule')
    .orderBy('number')
    .execute();
  return Map.groupBy(rows, ({ schedule }) => schedule);
}

type NewChild = Pick<Child, 'schedule' | 'number' | 'slot' | 'time' | 'lots' | 'price_ticks'> &
  Partial<Pick<Child, 'state' | 'reason'>>;

/** Writes schedules' orders, those of concurrent steps together. What it wrote stays, whatever becomes of a step. */
export interface ChildWriter {
  /** Writes an order down before it is sent. @throws if another process was first */
  add(child: NewChild): Promise<Child>;
  /** Writes what became of an order, and of the conversion that it began. */
  noteOrder(child: Child, record: OrderRecord, totals?: Pick<Child, 'paid' | 'received'>): Promise<Child>;
  /** Writes that an order was refused, or never sent. */
  noteRefused(child: Child, reason: string): Promise<Child>;
  /** Deletes what is older than a schedule's latest so many. The orders themselves stay in the history. */
  keepLatest(child: Child, latest: number): Promise<void>;
}

export function createChildWriter(db: Kysely<Tables>): ChildWriter {
  const adding = new Gathered<NewChild, Child>(async (children) => {
    const rows = children.map((child) => ({ state: 'sending' as const, reason: null, order_id: null, ...child }));
    return inOrder(children, await db.insertInto('order_schedule_children').values(rows).returningAll().execute());
  });
  const changing = new Gathered<Child, Child>(async (children) => {
    const { rows } = await sql<Child>`
      update order_schedule_children as child set state = now.state, reason = now.reason, order_id = now.order_id,
        filled_lots = now.filled_lots, filled_notional = now.filled_notional, fee = now.fee, paid = now.paid, received = now.received
      from jsonb_to_recordset(${JSON.stringify(children)}::jsonb) as now (schedule bigint, number int, state text, reason text,
        order_id bigint, filled_lots bigint, filled_notional bigint, fee bigint, paid bigint, received bigint)
      where child.schedule = now.schedule and child.number = now.number returning child.*`.execute(db);
    return inOrder(children, rows);
  });
  return {
    add: (child) => adding.add(child),
    noteOrder: (child, record, totals) =>
      changing.add({
        ...child,
        state: record.state === 'processing' ? 'open' : 'ended',
        reason: record.reason,
        order_id: record.orderId,
        filled_lots: record.filledLots,
        filled_notional: record.filledNotional,
        fee: record.fee,
        ...totals,
      }),
    noteRefused: (child, reason) => changing.add({ ...child, state: 'refused', reason }),
    keepLatest: async ({ schedule, number }, latest) => {
      if (number < latest) return;
      const old = db.deleteFrom('order_schedule_children').where('schedule', '=', schedule);
      await old.where('number', '<=', number - latest).execute();
    },
  };
}

type Numbered = Pick<Child, 'schedule' | 'number'>;

function inOrder(wanted: readonly Numbered[], rows: readonly Child[]): readonly Child[] {
  const keyOf = ({ schedule, number }: Numbered): string => `${schedule} ${number}`;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return wanted.map((one) => byKey.get(keyOf(one)) ?? missing(keyOf(one)));
}

function missing(key: string): never {
  throw new Error(`the order ${key} of a schedule is gone`);
}

export interface Filled {
  readonly filledLots: number;
  readonly filledNotional: number;
}

/** What some orders have traded. */
export function filledOf(children: readonly Child[]): Filled {
  return children.reduce(
    (sum, { filled_lots: lots, filled_notional: notional }) => ({
      filledLots: sum.filledLots + lots,
      filledNotional: sum.filledNotional + notional,
    }),
    { filledLots: 0, filledNotional: 0 },
  );
}
