import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { firstOwnOrderFrom } from '../ledger/partitions/first-order-from.ts';
import type { Projector } from '../ledger/projection/projector.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';
import { findOrder, orderOfRow } from './find-order.ts';
import { createPairPartners } from './pair-partners.ts';

/** Names one of an owner's orders. A client's id names the newest order that used it. */
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

/** Reads customers' orders: open ones from the replica, ended ones from the tables, which by then include everything answered before. */
export function createOrderReader({ host, projector, db, reading }: ReadOrdersOptions) {
  const { engine } = host;
  const openOrder = (owner: number, name: OrderName): OrderRecord | null => {
    const orderId = 'orderId' in name ? name.orderId : (engine.orderIdOf(owner, name.clientOrderId) ?? 0);
    const record = host.openRecord(orderId);
    return record?.command.owner === owner ? record : null;
  };
  return {
    /** An open order. The record changes with later commands. */
    openOrder,
    find: async (owner: number, name: OrderName): Promise<OrderRecord | null> =>
      openOrder(owner, name) ?? findOrder({ db, projector }, { owner, ...name }),
    /** Open orders, newest first. */
    openOrders: (owner: number, market?: number): readonly OrderRecord[] =>
      engine.openOrders(owner, market).flatMap(({ orderId }) => host.openRecord(orderId) ?? []),
    byIds: async (owner: number, ids: readonly number[]): Promise<readonly OrderRecord[]> => {
      if (ids.length === 0) return [];
      await projector.reachedFor(owner);
      const rows = reading.selectFrom('listed_orders').selectAll().where('owner', '=', owner).where('id', 'in', ids);
      return (await rows.execute()).map(orderOfRow);
    },
    ...createPairPartners({ host, projector, reading }),
    /** Orders, open and ended, in order of their ids: the first ones from `fromId` or `from` on, else the newest. */
    list: async (query: OrderQuery): Promise<readonly OrderRecord[]> => {
      await projector.reachedFor(query.owner);
      const { ordered } = await rowsOf(reading, query);
      return inOrder(query, await ordered.limit(query.limit).execute());
    },
    /** Like `list`, for the stops of pairs. */
    listStops: async (query: OrderQuery): Promise<readonly OrderRecord[]> => {
      await projector.reachedFor(query.owner);
      const { ordered } = await rowsOf(reading, query);
      const scanned = ordered.limit(maxScannedOrders).as('scanned');
      const stops = reading.selectFrom(scanned).selectAll().where('other_leg', 'is not', null);
      const rows = stops.orderBy('id', isForward(query) ? 'asc' : 'desc').limit(query.limit);
      return inOrder(query, await rows.execute());
    },
  };
}

/** Stops are few, and have no index of their own. */
const maxScannedOrders = 20_000;

function isForward({ fromId, from }: OrderQuery): boolean {
  return fromId !== undefined || from !== undefined;
}

async function rowsOf(reading: Kysely<Tables>, query: OrderQuery) {
  const { owner, market, fromId, from, to } = query;
  let rows = reading.selectFrom('listed_orders').selectAll().where('owner', '=', owner);
  if (market !== undefined) rows = rows.where('market', '=', market);
  if (fromId !== undefined) rows = rows.where('id', '>=', fromId);
  if (from !== undefined) rows = rows.where('id', '>=', await firstOwnOrderFrom(reading, owner, from));
  if (to !== undefined) rows = rows.where('id', '<', await firstOwnOrderFrom(reading, owner, to + 1));
  return { ordered: rows.orderBy('id', isForward(query) ? 'asc' : 'desc') };
}

function inOrder(query: OrderQuery, rows: readonly Selectable<Tables['listed_orders']>[]): readonly OrderRecord[] {
  return (isForward(query) ? rows : rows.toReversed()).map(orderOfRow);
}
