import type { calls, CallParameters, Order, OrderFill } from '@fft/contract';
import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Tables } from './room.ts';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { Handler } from '../transport/http/route.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { formatBase, formatPrice, formatQuantity, formatQuote } from '../ledger/listings/market-view.ts';
import { orderWire } from './order-wire.ts';
import type { OrdersContext } from './orders-context.ts';
import { namedBy, orderNumber, orderOfRow } from './find-order.ts';

type Query = CallParameters<typeof calls.trade.history>;
type OrderRow = Selectable<Tables['listed_orders']>;
/** A fill, from the view of one of its two orders. */
type FillRow = Selectable<Tables['fills']> & { readonly of_order: number };

/** Maximum number of fills per order: a market maker's order may have hundreds of thousands. */
const maxFillsPerOrder = 500;
/** Maximum number of fills for all orders of a page. */
const maxFillsPerPage = 5_000;
/** Maximum number of orders scanned for one answer; a filter that matches few continues on the next page. */
const maxScannedOrders = 3_000;

/** The caller's orders with their fills, newest first, from the tables, which by then include everything answered before. */
export function orderHistory(area: OrdersContext): Handler<typeof calls.trade.history> {
  return async (query, { customer }) => {
    const { rows, lookedTo } = await orderRows(area, query, customer.id);
    const page = rows.slice(0, query.limit);
    const most = Math.min(maxFillsPerOrder, Math.floor(maxFillsPerPage / Math.max(1, page.length)));
    const fills = await fillRows(area, page, { after: query.fillsAfter, most });
    const last = page.at(-1);
    return {
      items: page.map((row) => ({
        ...orderWire(area.directory, orderOfRow(row)),
        ...fillsOf(area.directory, row, { rows: fills.get(row.id) ?? [], most }),
      })),
      next: last && rows.length > query.limit ? cursorAfter(last.id) : lookedTo === null ? null : cursorAfter(lookedTo),
    };
  };
}

interface Found {
  /** One more than the limit if there are more. */
  readonly rows: readonly OrderRow[];
  /** The last scanned order if older ones remain; null if all were scanned. */
  readonly lookedTo: number | null;
}

async function orderRows(area: OrdersContext, query: Query, owner: number): Promise<Found> {
  if (query.state === 'rejected') return { rows: [], lookedTo: null };
  const market = query.symbol === undefined ? undefined : area.directory.market(query.symbol);
  if (market === null) throw refuse('unknownMarket');
  const before = readCursor(query.cursor);
  await area.projector.reachedFor(owner);
  const lookedTo = isUnfiltered(query) || isOne(query) ? null : await lookedUntil(area, owner, before);
  let rows = area.reading.selectFrom('listed_orders').selectAll().where('owner', '=', owner);
  if (lookedTo !== null) rows = rows.where('id', '>=', lookedTo);
  if (market) rows = rows.where('market', '=', market.id);
  if (query.side) rows = rows.where('side', '=', query.side);
  if (query.state) {
    rows = query.wholePairs
      ? rows.where(inStateAsPair(query.state, { owner, before, lookedTo }))
      : rows.where('state', '=', query.state);
  }
  if (query.id !== undefined) rows = rows.where('id', '=', orderNumber(query.id));
  if (query.clientOrderId !== undefined) rows = rows.where(namedBy(owner, query.clientOrderId));
  if (query.from !== undefined) rows = rows.where('time', '>=', query.from);
  if (query.to !== undefined) rows = rows.where('time', '<', query.to);
  if (Number.isFinite(before)) rows = rows.where('id', '<', before);
  const found = await rows
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  return { rows: found, lookedTo };
}

/** The scanned orders, for the search of their partners. */
interface Scanned {
  readonly owner: number;
  readonly before: number;
  readonly lookedTo: number | null;
}

/**
 * True for an order in this state, and for one whose other order in an OCO pair is: the pair's stop names its limit order, the newest before it under that id, which
 * later orders may have too.
 */
function inStateAsPair(state: OrderRow['state'], { owner, before, lookedTo }: Scanned) {
  return ({ or, and, eb, selectFrom }: ExpressionBuilder<Tables, 'listed_orders'>): Expression<SqlBool> => {
    let others = selectFrom('listed_orders as other').where('owner', '=', owner).where('state', '=', state);
    if (lookedTo !== null) others = others.where('id', '>=', lookedTo);
    // A pair's orders were usually placed together, so that one of them is at most a little newer than the page.
    if (Number.isFinite(before)) others = others.where('id', '<', before + maxScannedOrders);
    const limits = others.select('client_order_id');
    const namedByStops = others.select('other_leg').where('other_leg', 'is not', null);
    const limitInState = sql<SqlBool>`(
      select named.state from listed_orders named
      where named.owner = ${owner} and named.client_order_id = listed_orders.other_leg and named.id < listed_orders.id
        and hashtextextended(named.client_order_id, named.owner) = hashtextextended(listed_orders.other_leg, ${owner}::bigint)
      order by named.id desc limit 1) = ${state}`;
    // The first stop that names it since, before another order has its id.
    const stopInState = sql<SqlBool>`exists (
      select from listed_orders stop
      where stop.owner = ${owner} and stop.other_leg = listed_orders.client_order_id and stop.id > listed_orders.id
        and stop.state = ${state} and not exists (
          select from listed_orders again
          where again.owner = ${owner} and again.client_order_id = listed_orders.client_order_id
            and hashtextextended(again.client_order_id, again.owner) = hashtextextended(listed_orders.client_order_id, ${owner}::bigint)
            and again.id > listed_orders.id and again.id < stop.id))`;
    return or([
      eb('state', '=', state),
      and([eb('other_leg', 'in', limits), limitInState]),
      and([eb('client_order_id', 'in', namedByStops), stopInState]),
    ]);
  };
}

/** The newest orders are a page: none is scanned in vain. */
function isUnfiltered({ symbol, side, state, from, to }: Query): boolean {
  return (symbol ?? side ?? state ?? from ?? to) === undefined;
}

/** A query by id uses an index of its own. */
function isOne({ id, clientOrderId }: Query): boolean {
  return id !== undefined || clientOrderId !== undefined;
}

/** The last order that one answer scans, if there are older ones. */
async function lookedUntil({ reading }: OrdersContext, owner: number, before: number): Promise<number | null> {
  let ids = reading.selectFrom('orders').select('id').where('owner', '=', owner);
  if (Number.isFinite(before)) ids = ids.where('id', '<', before);
  const last = await ids
    .orderBy('id', 'desc')
    .offset(maxScannedOrders - 1)
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? null;
}

/**
 * Fills of orders, by one index for each side. They lie between an order's placement and its last change: other partitions are never read, and those of the index's
 * rows that are another order's are passed over within the index.
 */
export function fillsQuery(
  orders: readonly Pick<OrderRow, 'id' | 'owner' | 'market' | 'time' | 'updated'>[],
  { from, most }: { readonly from: number; readonly most: number },
): RawBuilder<FillRow> {
  // As constants, so that other partitions aren't planned for.
  const oldest = Math.min(...orders.map(({ time }) => time));
  const newest = Math.max(...orders.map(({ updated }) => updated));
  const values = (name: 'id' | 'owner' | 'market' | 'time' | 'updated') => orders.map((order) => order[name]);
  const sideOf = (side: 'taker' | 'maker') => sql`(
    select * from fills
    where ${sql.ref(`${side}_owner`)} = found.owner and market = found.market and ${sql.ref(`${side}_order`)} = found.id
      and time between found.time and found.updated and time between ${oldest}::bigint and ${newest}::bigint
      and trade_number >= ${from}::bigint
    order by trade_number limit ${most + 1})`;
  return sql<FillRow>`
    select fill.*, found.id as of_order
    from unnest(${values('id')}::bigint[], ${values('owner')}::bigint[], ${values('market')}::int[], ${values('time')}::bigint[], ${values('updated')}::bigint[])
      as found (id, owner, market, time, updated)
    cross join lateral (
      select * from (${sideOf('taker')} union all ${sideOf('maker')}) as sides order by trade_number limit ${most + 1}
    ) as fill
    order by trade_number`;
}

interface FillsWanted {
  readonly after: string | undefined;
  /** Per order. */
  readonly most: number;
}

/** Fills of each order, the first ones after the given id; one more than the limit. */
async function fillRows(
  { reading }: OrdersContext,
  orders: readonly OrderRow[],
  { after, most }: FillsWanted,
): Promise<ReadonlyMap<number, readonly FillRow[]>> {
  if (orders.length === 0) return new Map();
  const { rows } = await fillsQuery(orders, { from: after === undefined ? 1 : numberOf(after) + 1, most }).execute(
    reading,
  );
  return Map.groupBy(rows, ({ of_order }) => of_order);
}

/** @throws FieldRefusal */
function numberOf(fill: string): number {
  const number = /^[1-9]\d{0,15}$/.test(fill) ? Number(fill) : 0;
  if (!Number.isSafeInteger(number) || number === 0) throw new FieldRefusal({ fillsAfter: 'id' });
  return number;
}

function fillsOf(
  directory: Directory,
  order: OrderRow,
  { rows, most }: { readonly rows: readonly FillRow[]; readonly most: number },
): Pick<Order, 'fills' | 'moreFills'> {
  const fills = rows.slice(0, most).map((fill) => fillWire(directory, order, fill));
  return rows.length > most ? { fills, moreFills: true } : { fills };
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
