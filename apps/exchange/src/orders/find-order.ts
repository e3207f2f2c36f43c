import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Tables } from './room.ts';
import { refuse } from './refusals.ts';
import { conditionsOfRow } from '../ledger/order-terms.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';
import type { OrdersContext } from './orders-context.ts';

/** Parses an order id of the wire; a text that cannot be one is answered like an unknown order. */
export function orderNumber(id: string): number {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
  if (!Number.isSafeInteger(number) || number === 0) throw refuse('unknownOrder');
  return number;
}

/** Finds one of the owner's orders, open or ended; by client id, the newest that used it. */
export async function findOrder(
  area: Pick<OrdersContext, 'db' | 'projector'>,
  wanted: { owner: number; orderId: number } | { owner: number; clientOrderId: string },
): Promise<OrderRecord | null> {
  await area.projector.reachedFor(wanted.owner);
  let query = area.db.selectFrom('listed_orders').selectAll().where('owner', '=', wanted.owner);
  query =
    'orderId' in wanted
      ? query.where('id', '=', wanted.orderId)
      : query.where(namedBy(wanted.owner, wanted.clientOrderId));
  const row = await query.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ? orderOfRow(row) : null;
}

/** The condition on an order of a client's id. Partitions have an index of its hash. */
export function namedBy(owner: number, clientOrderId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`client_order_id = ${clientOrderId}
    and hashtextextended(client_order_id, owner) = hashtextextended(${clientOrderId}, ${owner}::bigint)`;
}

export function orderOfRow(row: Selectable<Tables['listed_orders']>): OrderRecord {
  return {
    orderId: row.id,
    command: {
      type: 'place',
      time: row.time,
      owner: row.owner,
      clientOrderId: row.client_order_id,
      market: row.market,
      side: row.side,
      orderType: row.type,
      timeInForce: row.time_in_force,
      postOnly: row.post_only,
      selfTrade: row.self_trade,
      priceTicks: row.price_ticks,
      quantityLots: row.quantity_lots,
      amount: row.amount,
      ...conditionsOfRow(row),
    },
    time: row.time,
    isWaiting: row.is_waiting,
    updated: row.updated,
    filledLots: row.filled_lots,
    filledNotional: row.filled_notional,
    fee: row.fee,
    state: row.state,
    reason: row.reason as OrderRecord['reason'],
  };
}
