import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';

type Reading = Kysely<Tables>;

/** Adds to one owner's records from the tables what the owner calls the orders, and when stops were triggered. */
export async function withLabels(
  reading: Reading,
  owner: number,
  records: readonly OrderRecord[],
): Promise<readonly OrderRecord[]> {
  if (records.length === 0) return records;
  const rows = await reading
    .selectFrom('order_labels')
    .selectAll()
    .where('owner', '=', owner)
    .where(
      'order_id',
      'in',
      records.map(({ orderId }) => orderId),
    )
    .execute();
  if (rows.length === 0) return records;
  const labels = new Map(rows.map((row) => [row.order_id, row]));
  return records.map((record) => {
    const row = labels.get(record.orderId);
    if (row === undefined) return record;
    const { renamed, triggered, list_client_order_id: list, strategy_id: id, strategy_type: type } = row;
    return {
      ...record,
      ...(renamed !== null && { renamed }),
      ...(triggered !== null && { triggered }),
      command: {
        ...record.command,
        ...(list !== null && { listClientOrderId: list }),
        ...(id !== null && { strategyId: id }),
        ...(type !== null && { strategyType: type }),
      },
    };
  });
}

/** The newest order that its owner gave this name by an amendment; 0 without one. */
export async function renamedTo(reading: Reading, owner: number, name: string): Promise<number> {
  const row = await reading
    .selectFrom('order_amendments')
    .select('order_id')
    .where('owner', '=', owner)
    .where('name', '=', name)
    .whereRef('name', '<>', 'name_before')
    .orderBy('order_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.order_id ?? 0;
}

/** The newest stop of a list that its owner gave this id; 0 without one. */
export async function stopOfList(reading: Reading, owner: number, listClientOrderId: string): Promise<number> {
  const row = await reading
    .selectFrom('order_labels')
    .select('order_id')
    .where('owner', '=', owner)
    .where('list_client_order_id', '=', listClientOrderId)
    .orderBy('order_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.order_id ?? 0;
}

/** An amendment of an order by its owner. */
export interface Amendment {
  /** Journal entry, and the event's place among its owner's order events of the entry. */
  readonly sequence: number;
  readonly position: number;
  readonly nameBefore: string;
  readonly name: string;
  readonly lotsBefore: number;
  readonly lots: number;
  readonly time: number;
}

export interface AmendmentQuery {
  readonly owner: number;
  readonly orderId: number;
  /** The first wanted amendment. */
  readonly from: Pick<Amendment, 'sequence' | 'position'>;
  readonly limit: number;
}

/** An order's amendments, oldest first. */
export async function readAmendments(
  reading: Reading,
  { owner, orderId, from, limit }: AmendmentQuery,
): Promise<readonly Amendment[]> {
  const rows = await reading
    .selectFrom('order_amendments')
    .selectAll()
    .where('owner', '=', owner)
    .where('order_id', '=', orderId)
    .where((each) =>
      each.or([
        each('sequence', '>', from.sequence),
        each.and([each('sequence', '=', from.sequence), each('position', '>=', from.position)]),
      ]),
    )
    .orderBy('sequence')
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ sequence, position, name, lots, time, name_before: nameBefore, lots_before: lotsBefore }) => {
    return { sequence, position, nameBefore, name, lotsBefore, lots, time };
  });
}
