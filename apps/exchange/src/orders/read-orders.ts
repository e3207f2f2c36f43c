import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import type { Tables } from './room.ts';
import { firstOwnOrderFrom } from '../ledger/partitions/first-order-from.ts';
import type { Projector } from '../ledger/projection/projector.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';
import { findOrder, orderOfRow } from './find-order.ts';
import { type AmendmentQuery, readAmendments, renamedTo, stopOfList, withLabels } from './order-labels.ts';
import { createPairPartners } from './pair-partners.ts';

/** Names one of an owner's orders. A client's id names the newest order that used it, as its first id or by an amendment. */
export type OrderName = { readonly orderId: number } | { readonly clientOrderId: string };

/** Some of an owner's orders. */
export interface OrderQuery {
  readonly owner: number;
  /** All markets by default. */
  readonly market?: number;
  /** The oldest wanted order. */
  readonly fromId?: number | undefined;
  /** Time of placement, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

export interface ReadOrdersOptions {
  readonly host: EngineHost;
  readonly projector: Pick<Projector, 'reachedFor'>;
  /** The pool for single orders that the engine no longer holds. */
  readonly db: Kysely<Tables>;
  /** The pool for lists. */
  readonly reading: Kysely<Tables>;
}

/** Finds a customer's single orders. */
function createFinder({ host, projector, db }: ReadOrdersOptions) {
  const { engine } = host;
  const openOrder = (owner: number, name: OrderName): OrderRecord | null => {
    if ('orderId' in name) return openRecord(owner, name.orderId);
    const { clientOrderId } = name;
    return openRecord(owner, engine.orderIdOf(owner, clientOrderId) ?? 0) ?? host.renamedRecord(owner, clientOrderId);
  };
  const openRecord = (owner: number, orderId: number): OrderRecord | null => {
    const record = host.openRecord(orderId);
    return record?.command.owner === owner ? record : null;
  };
  const openOrders = (owner: number, market?: number): readonly OrderRecord[] =>
    engine.openOrders(owner, market).flatMap(({ orderId }) => host.openRecord(orderId) ?? []);
  const findEnded = async (owner: number, name: OrderName): Promise<OrderRecord | null> => {
    const first = await findOrder({ db, projector }, { owner, ...name });
    if ('orderId' in name) return first;
    const renamed = await renamedTo(db, owner, name.clientOrderId);
    if (renamed <= (first?.orderId ?? 0)) return first;
    return openRecord(owner, renamed) ?? findOrder({ db, projector }, { owner, orderId: renamed });
  };
  const find = async (owner: number, name: OrderName): Promise<OrderRecord | null> => {
    const open = openOrder(owner, name);
    if (open !== null) return open;
    const ended = await findEnded(owner, name);
    return ended && ((await withLabels(db, owner, [ended]))[0] ?? null);
  };
  return { openOrder, openOrders, find };
}

/** Reads customers' orders: open ones from the replica, ended ones from the tables, which by then include everything answered before. */
export function createOrderReader(options: ReadOrdersOptions) {
  const { host, projector, db, reading } = options;
  const { openOrder, openOrders, find } = createFinder(options);
  return {
    /** An open order. The record changes with later commands. */
    openOrder,
    find,
    /** The stop of the newest list to which the owner gave this id. */
    findStopOfList: async (owner: number, listClientOrderId: string): Promise<OrderRecord | null> => {
      const open = openOrders(owner).find(({ command }) => command.listClientOrderId === listClientOrderId);
      if (open) return open;
      await projector.reachedFor(owner);
      const orderId = await stopOfList(db, owner, listClientOrderId);
      return orderId === 0 ? null : find(owner, { orderId });
    },
    amendments: async (query: AmendmentQuery) => {
      await projector.reachedFor(query.owner);
      return readAmendments(reading, query);
    },
    /** Open orders, newest first. */
    openOrders,
    byIds: async (owner: number, ids: readonly number[]): Promise<readonly OrderRecord[]> => {
      if (ids.length === 0) return [];
      await projector.reachedFor(owner);
      const rows = reading.selectFrom('listed_orders').selectAll().where('owner', '=', owner).where('id', 'in', ids);
      return withLabels(reading, owner, (await rows.execute()).map(orderOfRow));
    },
    ...createPairPartners({ host, projector, reading }),
    /**
     * Orders, open and ended, in order of their ids: the first ones from `fromId` or `from` on, else the newest. `pay` is called before each further part of
     * a long past is looked through, and may refuse.
     */
    list: async (query: OrderQuery, pay: Pay): Promise<readonly OrderRecord[]> => {
      const { market } = query;
      await projector.reachedFor(query.owner);
      const rows = await wantedOf(reading, query, {
        pay,
        fit: (some) => (market === undefined ? some : some.where('market', '=', market)),
      });
      return withLabels(reading, query.owner, inOrder(query, rows));
    },
    /** Like `list`, for the stops of pairs. */
    listStops: async (query: OrderQuery, pay: Pay): Promise<readonly OrderRecord[]> => {
      await projector.reachedFor(query.owner);
      const rows = await wantedOf(reading, query, { pay, fit: (some) => some.where('other_leg', 'is not', null) });
      return withLabels(reading, query.owner, inOrder(query, rows));
    },
  };
}

/** Charges the caller for a part. @throws if the caller has spent too much */
export type Pay = () => void;

/** Orders that are looked through at a time: neither a market's orders nor stops, which are few, have an index of their own. */
const ordersPerPart = 5_000;

type ListedRow = Selectable<Tables['listed_orders']>;
type OwnRows = Awaited<ReturnType<typeof rowsOf>>;
type Rows = SelectQueryBuilder<Tables & { readonly scanned: ListedRow }, 'scanned', ListedRow>;

interface Wanted {
  readonly pay: Pay;
  readonly fit: (rows: Rows) => Rows;
}

/** Looks through an owner's orders part by part, until enough fit. */
async function wantedOf(
  reading: Kysely<Tables>,
  query: OrderQuery,
  { pay, fit }: Wanted,
): Promise<readonly ListedRow[]> {
  const own = await rowsOf(reading, query);
  const order = isForward(query) ? 'asc' : 'desc';
  const found: ListedRow[] = [];
  for (let edge: number | null = null; ; pay()) {
    const after: number | null = edge;
    const rest: OwnRows = after === null ? own : own.where('id', isForward(query) ? '>' : '<', after);
    const part = rest.selectAll().orderBy('id', order).limit(ordersPerPart).as('scanned');
    const wanted = fit(reading.selectFrom(part).selectAll() as Rows).orderBy('id', order);
    found.push(...(await wanted.limit(query.limit - found.length).execute()));
    if (found.length >= query.limit) return found;
    const last = rest
      .select('id')
      .orderBy('id', order)
      .offset(ordersPerPart - 1)
      .limit(1);
    const next: { readonly id: number } | undefined = await last.executeTakeFirst();
    edge = next?.id ?? null;
    if (edge === null) return found;
  }
}

function isForward({ fromId, from }: OrderQuery): boolean {
  return fromId !== undefined || from !== undefined;
}

async function rowsOf(reading: Kysely<Tables>, { owner, fromId, from, to }: OrderQuery) {
  let rows = reading.selectFrom('listed_orders').where('owner', '=', owner);
  if (fromId !== undefined) rows = rows.where('id', '>=', fromId);
  if (from !== undefined) rows = rows.where('id', '>=', await firstOwnOrderFrom(reading, owner, from));
  if (to !== undefined) rows = rows.where('id', '<', await firstOwnOrderFrom(reading, owner, to + 1));
  return rows;
}

function inOrder(query: OrderQuery, rows: readonly ListedRow[]): readonly OrderRecord[] {
  return (isForward(query) ? rows : rows.toReversed()).map(orderOfRow);
}
