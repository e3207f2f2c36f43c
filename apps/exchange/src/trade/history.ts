import { Code, type calls, type CallParameters, type Order, type OrderFill } from '@fft/contract';
import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { cursorAfter, readCursor } from '../http/cursor.ts';
import { Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import type { Directory } from '../listing/directory.ts';
import { formatBase, formatPrice, formatQuantity, formatQuote } from '../listing/market-view.ts';
import { orderWire } from '../trading/order-wire.ts';
import type { TradeArea } from './area.ts';
import { orderNumber, orderOfRow } from './find-order.ts';

type Query = CallParameters<typeof calls.trade.history>;
type OrderRow = Selectable<Tables['orders']>;
type FillRow = Selectable<Tables['fills']>;

/** My orders with their fills, newest first, from the tables: as they stand once all of mine that was answered before is in them. */
export function orderHistory(area: TradeArea): Handler<typeof calls.trade.history> {
  return async (query, { customer }) => {
    const rows = await orderRows(area, query, customer.id);
    const page = rows.slice(0, query.limit);
    const fills = await fillRows(
      area,
      page.map(({ id }) => id),
    );
    const last = page.at(-1);
    return {
      items: page.map((row) => ({
        ...orderWire(area.directory, orderOfRow(row)),
        fills: fillsOf(area.directory, row, fills),
      })),
      next: last && rows.length > query.limit ? cursorAfter(last.id) : null,
    };
  };
}

async function orderRows(area: TradeArea, query: Query, owner: number): Promise<OrderRow[]> {
  if (query.state === 'rejected') return [];
  const market = query.symbol === undefined ? undefined : area.directory.market(query.symbol);
  if (market === null) throw new Refusal(Code.notFound, 'unknownMarket');
  const before = readCursor(query.cursor);
  await area.projector.reachedFor(owner);
  let rows = area.db.selectFrom('orders').selectAll().where('owner', '=', owner);
  if (market) rows = rows.where('market', '=', market.id);
  if (query.side) rows = rows.where('side', '=', query.side);
  if (query.state) rows = rows.where('state', '=', query.state);
  if (query.id !== undefined) rows = rows.where('id', '=', orderNumber(query.id));
  if (query.clientOrderId !== undefined) rows = rows.where('client_order_id', '=', query.clientOrderId);
  if (query.from !== undefined) rows = rows.where('time', '>=', query.from);
  if (query.to !== undefined) rows = rows.where('time', '<', query.to);
  if (Number.isFinite(before)) rows = rows.where('id', '<', before);
  return rows
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
}

async function fillRows({ db }: TradeArea, orderIds: readonly number[]): Promise<FillRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('fills')
    .selectAll()
    .where((row) => row.or([row('taker_order', 'in', orderIds), row('maker_order', 'in', orderIds)]))
    .orderBy('market')
    .orderBy('trade_number')
    .execute();
}

function fillsOf(directory: Directory, order: OrderRow, fills: readonly FillRow[]): NonNullable<Order['fills']> {
  return fills
    .filter(({ taker_order, maker_order }) => taker_order === order.id || maker_order === order.id)
    .map((fill) => fillWire(directory, order, fill));
}

function fillWire(directory: Directory, order: OrderRow, fill: FillRow): OrderFill {
  const view = directory.marketById(fill.market);
  const role = fill.taker_order === order.id ? 'taker' : 'maker';
  const fee = role === 'taker' ? fill.taker_fee : fill.maker_fee;
  return {
    id: String(fill.trade_number),
    price: formatPrice(view, fill.price_ticks),
    quantity: formatQuantity(view, fill.quantity_lots),
    amount: formatQuote(view, fill.notional),
    fee: order.side === 'buy' ? formatBase(view, fee) : formatQuote(view, fee),
    feeCoin: order.side === 'buy' ? view.base.code : view.quote.code,
    role,
    time: fill.time,
  };
}
