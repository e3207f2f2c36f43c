import type { Pool } from 'pg';
import type { OrderRecord } from '../replica/order-record.ts';
import type { AccountMoves, Expected, ExpectedOrder } from './books-window.ts';

/** The record of an order that is open now. */
type OpenRecord = (orderId: number) => OrderRecord | null;

/** Lists every difference between the tables and what they must show. The tables must have reached `expected.to`. */
export async function compareWindow(pool: Pool, expected: Expected, openRecord: OpenRecord): Promise<string[]> {
  if (expected.from === expected.to) return [];
  return [
    ...(await comparePostings(pool, expected)),
    ...(await compareFills(pool, expected)),
    ...(await compareOrders(pool, expected, openRecord)),
  ];
}

interface AccountRow {
  readonly owner: number;
  readonly kind: string;
  readonly asset: number;
  readonly rows: number;
  readonly moved_available: string;
  readonly moved_frozen: string;
  /** Null if the last posting does not show it. */
  readonly last_available: number | null;
  readonly last_frozen: number | null;
  readonly last_balance: number | null;
}

async function comparePostings(pool: Pool, { from, to, since, postings, accounts }: Expected): Promise<string[]> {
  const { rows } = await pool.query<AccountRow>(
    `select owner, kind, asset, count(*)::int as rows,
      sum(available_delta)::text as moved_available, sum(frozen_delta)::text as moved_frozen,
      (array_agg(available order by sequence desc, position desc))[1] as last_available,
      (array_agg(frozen order by sequence desc, position desc))[1] as last_frozen,
      (array_agg(balance order by sequence desc, position desc))[1] as last_balance
    from ledger where sequence > $1 and sequence <= $2 and time >= $3 group by owner, kind, asset`,
    [from, to, since],
  );
  const shown = new Map(rows.map((row) => [`${row.owner} ${row.kind} ${row.asset}`, row]));
  const found: string[] = [];
  for (const account of accounts) {
    const name = `${account.owner} ${account.kind} ${account.asset}`;
    const row = shown.get(name);
    shown.delete(name);
    if (account.postings === 0 && !row) continue;
    if (!row) found.push(`account ${name}: its postings are missing`);
    else if (!showsMoves(row, account))
      found.push(`account ${name}: its postings show another balance than the engine`);
  }
  for (const name of shown.keys()) found.push(`account ${name}: nothing was posted to it`);
  const count = rows.reduce((sum, row) => sum + row.rows, 0);
  if (count !== postings) found.push(`${count} postings in entries ${from + 1} to ${to}, of ${postings}`);
  return found;
}

/** True if the opening balance, the rows' movements and what orders froze add up to the closing balance, and the last row shows what was there after it. */
function showsMoves(row: AccountRow, account: AccountMoves): boolean {
  const { opening, closing, available, frozen, frozenByOrders } = account;
  return (
    row.rows === account.postings &&
    (row.last_available ?? available) === available &&
    (row.last_frozen ?? frozen) === frozen &&
    (row.last_balance ?? available + frozen) === available + frozen &&
    BigInt(opening.available) + BigInt(row.moved_available) - frozenByOrders === BigInt(closing.available) &&
    BigInt(opening.frozen) + BigInt(row.moved_frozen) + frozenByOrders === BigInt(closing.frozen)
  );
}

async function compareFills(pool: Pool, { fills, since }: Expected): Promise<string[]> {
  const found: string[] = [];
  for (const [market, { first, last, lots, notional, fees }] of fills) {
    const { rows } = await pool.query<{ sums: string }>(
      `select concat_ws(' ', count(*), sum(quantity_lots), sum(notional), sum(maker_fee + taker_fee)) as sums
      from fills where market = $1 and trade_number between $2 and $3 and time >= $4`,
      [market, first, last, since],
    );
    if (rows[0]?.sums !== `${last - first + 1} ${lots} ${notional} ${fees}`) {
      found.push(`market ${market}: trades ${first} to ${last} aren't those that happened`);
    }
  }
  return found;
}

interface OrderRow {
  readonly id: number;
  readonly price_ticks: number;
  readonly quantity_lots: number;
  readonly filled_lots: number;
  readonly filled_notional: number;
  readonly fee: number;
  readonly state: string;
}

async function compareOrders(pool: Pool, { orders }: Expected, openRecord: OpenRecord): Promise<string[]> {
  const { rows } = await pool.query<OrderRow>(
    `select listed.id, price_ticks, quantity_lots, filled_lots, filled_notional, fee, state from listed_orders as listed
    join unnest($1::bigint[], $2::bigint[]) as key (owner, id) on listed.owner = key.owner and listed.id = key.id`,
    [orders.map(({ owner }) => owner), orders.map(({ orderId }) => orderId)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orders
    .filter((order) => {
      const row = byId.get(order.orderId);
      return !(row && agrees(row, order)) && !hasChanged(order, openRecord(order.orderId));
    })
    .map(({ orderId }) => `order ${orderId}: the table differs from the engine`);
}

/** An ended order does not change; one that was open may have changed by now. */
function hasChanged(order: ExpectedOrder, now: OrderRecord | null): boolean {
  if (order.state !== 'processing') return false;
  if (now === null || now.updated !== order.updated || now.filledLots !== order.filledLots) return true;
  return now.command.priceTicks !== order.priceTicks || now.command.quantityLots !== order.quantityLots;
}

function agrees(row: OrderRow, order: ExpectedOrder): boolean {
  return (
    row.price_ticks === order.priceTicks &&
    row.quantity_lots === order.quantityLots &&
    row.filled_lots === order.filledLots &&
    row.filled_notional === order.filledNotional &&
    row.fee === order.fee &&
    row.state === order.state
  );
}
