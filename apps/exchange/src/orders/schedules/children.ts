import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';
import type { ScheduleTables } from './tables.ts';

export type Child = Selectable<ScheduleTables['order_schedule_children']>;
type Executor = Kysely<Tables> | Transaction<Tables>;

/** A schedule's orders, in the order of their numbers. */
export function readChildren(db: Executor, schedule: number): Promise<Child[]> {
  return db
    .selectFrom('order_schedule_children')
    .selectAll()
    .where('schedule', '=', schedule)
    .orderBy('number')
    .execute();
}

/** Writes an order down before it is sent. @throws if another process was first */
export async function addChild(
  db: Kysely<Tables>,
  child: Pick<Child, 'schedule' | 'number' | 'slot' | 'time' | 'lots' | 'price_ticks'> &
    Partial<Pick<Child, 'state' | 'reason'>>,
): Promise<Child> {
  return db
    .insertInto('order_schedule_children')
    .values({ state: 'sending', reason: null, order_id: null, ...child })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes what is older than a schedule's latest so many. The orders themselves stay in the history. */
export async function keepLatest(db: Kysely<Tables>, { schedule, number }: Child, latest: number): Promise<void> {
  if (number < latest) return;
  await db
    .deleteFrom('order_schedule_children')
    .where('schedule', '=', schedule)
    .where('number', '<=', number - latest)
    .execute();
}

/** Writes what became of an order. */
export async function noteOrder(db: Kysely<Tables>, child: Child, record: OrderRecord): Promise<Child> {
  return update(db, child, {
    state: record.state === 'processing' ? 'open' : 'ended',
    reason: record.reason,
    order_id: record.orderId,
    filled_lots: record.filledLots,
    filled_notional: record.filledNotional,
    fee: record.fee,
  });
}

/** Writes that an order was refused, or never sent. */
export function noteRefused(db: Kysely<Tables>, child: Child, reason: string): Promise<Child> {
  return update(db, child, { state: 'refused', reason });
}

function update(db: Kysely<Tables>, child: Child, change: Partial<Child>): Promise<Child> {
  return db
    .updateTable('order_schedule_children')
    .set(change)
    .where('schedule', '=', child.schedule)
    .where('number', '=', child.number)
    .returningAll()
    .executeTakeFirstOrThrow();
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
