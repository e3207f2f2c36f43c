import type { Balance, MatchingEngine } from '@fft/engine';
import type { PoolClient } from 'pg';
import type { EngineHost } from '../replica/engine-host.ts';
import type { OrderRecord } from '../replica/order-record.ts';
import {
  type ArchivedAccount,
  type ArchivedBooks,
  type ArchivedOrder,
  noPostings,
  readArchivedBooks,
} from './archived-books.ts';
import { heldBy, type ReplayedBooks, type Sums } from './replayed-books.ts';

/** Sums up what orders hold by the engine, for the orders that the tables show as open. */
class OrderHolds {
  readonly #engine: MatchingEngine;
  /** By `owner kind asset`. */
  readonly #held = new Map<string, bigint>();

  constructor(engine: MatchingEngine) {
    this.#engine = engine;
  }

  /** An order that isn't open by the engine holds nothing; comparing orders finds it. */
  add(orderId: number): void {
    const order = this.#engine.openOrder(orderId);
    const market = order && this.#engine.marketRules(order.command.market);
    if (!order || !market) return;
    const account = `${order.command.owner} coin ${order.command.side === 'buy' ? market.quote : market.base}`;
    this.#held.set(account, (this.#held.get(account) ?? 0n) + BigInt(order.held));
  }

  of(account: string): bigint {
    return this.#held.get(account) ?? 0n;
  }
}

export interface Compared {
  readonly found: readonly string[];
  /** Number of unfinished withdrawals checked. */
  readonly withdrawals: number;
}

interface Replayed {
  readonly books: ReplayedBooks;
  readonly host: EngineHost;
}

export interface Comparing extends Replayed {
  /** The archive's address; null if none is set. */
  readonly archive: string | null;
  readonly say: (line: string) => void;
}

/** Rows per read. */
const pageSize = 10_000;

/** Lists every difference between one snapshot of the tables, with the archive, and the replay, which may continue up to what the tables do not show yet. */
export async function compareTables(moment: PoolClient, { books, host, archive, say }: Comparing): Promise<Compared> {
  const orders = new OrderComparison(books, await readDeletion(moment));
  const holds = new OrderHolds(host.engine);
  const { from, firstTrades } = books;
  const onOrder = (order: OrderRow): void => {
    orders.add(order);
    if (order.state === 'processing') holds.add(order.id);
  };
  const archived = await readArchivedBooks(moment, { archive, from, firstTrades, onOrder, say });
  const found = [...archived.problems];
  // Without the whole archive, all that it has would be missing.
  if (found.length === 0) {
    await readOrders(moment, onOrder);
    found.push(...(await comparePostings(moment, { books, host, holds }, archived.accounts)));
    found.push(...(await compareFills(moment, books, archived.fills)));
    found.push(...orders.differences());
  }
  const withdrawals = await compareHolds(moment, host);
  return { found: [...found, ...withdrawals.found], withdrawals: withdrawals.withdrawals };
}

interface AccountRow {
  readonly account: string;
  /** Sums of all rows. */
  readonly available: string;
  readonly frozen: string;
  /** What requests, such as withdrawals, froze, less what they released or took. */
  readonly frozen_by_requests: string;
  readonly count: string;
  /** Null if the last posting does not show it. */
  readonly last_available: number | null;
  readonly last_frozen: number | null;
  readonly last_balance: number | null;
}

/**
 * Compares the sums of every account's rows, and the balance in its last row. What orders freeze and release has no rows: it only moves money between both parts of a
 * balance. If the replay began with a snapshot, only rows after it are counted.
 */
async function comparePostings(
  moment: PoolClient,
  { books, host, holds }: Replayed & { readonly holds: OrderHolds },
  archived: ArchivedBooks['accounts'],
): Promise<string[]> {
  const { rows } = await moment.query<AccountRow>(
    `select owner || ' ' || kind || ' ' || asset as account,
      sum(available_delta)::text as available,
      sum(frozen_delta)::text as frozen,
      coalesce(sum(frozen_delta) filter (where order_id = 0), 0)::text as frozen_by_requests,
      (count(*) filter (where counts and sequence > $1))::text as count,
      (array_agg(available order by sequence desc, position desc))[1] as last_available,
      (array_agg(frozen order by sequence desc, position desc))[1] as last_frozen,
      (array_agg(balance order by sequence desc, position desc))[1] as last_balance
    from (
      select owner, kind, asset, available_delta, frozen_delta, order_id, sequence, position, available, frozen, balance, true as counts from ledger
      union all
      -- The last archived posting shows a balance like any other. The sums come from the files.
      select owner, kind, asset, 0, 0, 0, sequence, position, null, null, balance, false from archived_balances
    ) as postings group by owner, kind, asset`,
    [books.from],
  );
  const found: string[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    seen.add(row.account);
    const held = heldBy(host.engine, row.account);
    const old = archived.get(row.account) ?? noPostings;
    const count = BigInt(row.count) + old.later;
    if (!sumsAgree(row, { books, held, old }) || count !== (books.postings.get(row.account) ?? 0n)) {
      found.push(`account ${row.account}: its posting rows differ from the journal`);
    } else if (!showsLast(row, held, books)) {
      found.push(`account ${row.account}: its last posting shows another balance`);
    } else if (BigInt(row.frozen_by_requests) + holds.of(row.account) !== BigInt(held.frozen)) {
      found.push(`account ${row.account}: its open orders and withdrawals hold another amount than is frozen`);
    }
  }
  for (const account of books.postings.keys()) {
    if (!seen.has(account)) found.push(`account ${account}: its postings are missing`);
  }
  return found;
}

interface Agreeing {
  readonly books: ReplayedBooks;
  readonly held: Balance;
  readonly old: ArchivedAccount;
}

/** Compares what the account holds in all; and each part, where the replay knows all that orders froze. */
function sumsAgree(row: AccountRow, { books, held, old }: Agreeing): boolean {
  const [available, frozen] = [BigInt(held.available), BigInt(held.frozen)];
  const [rowsAvailable, rowsFrozen] = [BigInt(row.available) + old.available, BigInt(row.frozen) + old.frozen];
  if (rowsAvailable + rowsFrozen !== available + frozen) return false;
  if (books.from > 0) return true;
  const byOrders = books.frozenByOrders.get(row.account) ?? 0n;
  return rowsAvailable === available + byOrders && rowsFrozen === frozen - byOrders;
}

/** True if the last posting shows the balance, as far as it shows anything. Its parts are known if the replay has it. */
function showsLast(
  { account, last_available, last_frozen, last_balance }: AccountRow,
  held: Balance,
  { lasts }: ReplayedBooks,
): boolean {
  const total = held.available + held.frozen;
  const last = lasts.get(account);
  if ((last_balance ?? total) !== total) return false;
  return (
    last === undefined ||
    ((last_available ?? last.available) === last.available && (last_frozen ?? last.frozen) === last.frozen)
  );
}

/** Compares all fills or, after a snapshot, each market's fills from its first replayed trade on. */
async function compareFills(moment: PoolClient, books: ReplayedBooks, archived: Sums): Promise<string[]> {
  const { rows } = await moment.query<{ market: number; fills: string; lots: string; notional: string; fees: string }>(
    `select market, count(*)::text as fills, sum(quantity_lots)::text as lots, sum(notional)::text as notional,
      sum(maker_fee + taker_fee)::text as fees
    from fills left join unnest($2::int[], $3::bigint[]) as first (market, trade_number) using (market)
    where $1::bigint = 0 or fills.trade_number >= first.trade_number
    group by market`,
    [books.from, [...books.firstTrades.keys()], [...books.firstTrades.values()]],
  );
  const stored: Sums = new Map(archived);
  for (const { market, ...sums } of rows) {
    for (const [name, sum] of Object.entries(sums)) {
      const key = `${market} ${name}`;
      stored.set(key, (stored.get(key) ?? 0n) + BigInt(sum));
    }
  }
  return [...new Set([...stored.keys(), ...books.fills.keys()])]
    .filter((key) => stored.get(key) !== books.fills.get(key))
    .map((key) => `market ${key}: ${stored.get(key) ?? 0n} in the table, ${books.fills.get(key) ?? 0n} by the journal`);
}

type OrderRow = ArchivedOrder;

/** Tells which orders may be deleted: those that were cancelled without a fill long ago. */
async function readDeletion(moment: PoolClient): Promise<(record: OrderRecord) => boolean> {
  const { rows } = await moment.query<{ passed: number; ended_before: number }>(
    'select passed, ended_before from order_retention',
  );
  const { passed = 0, ended_before: endedBefore = 0 } = rows[0] ?? {};
  return ({ orderId, state, filledLots, updated }) =>
    orderId <= passed && state === 'cancelled' && filledLots === 0 && updated < endedBefore;
}

/** Compares orders one by one, those of the archive and of the table alike. */
class OrderComparison {
  readonly #books: ReplayedBooks;
  readonly #mayBeDeleted: (record: OrderRecord) => boolean;
  readonly #found: string[] = [];
  #known = 0;

  constructor(books: ReplayedBooks, mayBeDeleted: (record: OrderRecord) => boolean) {
    this.#books = books;
    this.#mayBeDeleted = mayBeDeleted;
  }

  add(row: OrderRow): void {
    const record = this.#books.orders.get(row.id);
    if (record !== undefined && !this.#mayBeDeleted(record)) this.#known += 1;
    if (record === undefined && mayBeOver(row, this.#books)) return;
    if (record === undefined) this.#found.push(`order ${row.id}: the journal has no such order`);
    else if (!agrees(row, record)) this.#found.push(`order ${row.id}: the table differs from the journal`);
  }

  differences(): readonly string[] {
    let kept = 0;
    for (const record of this.#books.orders.values()) if (!this.#mayBeDeleted(record)) kept += 1;
    const missing = kept - this.#known;
    return missing > 0 ? [...this.#found, `${missing} orders are missing in the table`] : this.#found;
  }
}

/** In no order, as tables have no index of ids. */
async function readOrders(moment: PoolClient, onOrder: (order: OrderRow) => void): Promise<void> {
  await moment.query(
    'declare all_orders no scroll cursor for select id, owner, market, side, price_ticks, quantity_lots, filled_lots, filled_notional, fee, state from listed_orders',
  );
  for (;;) {
    const { rows } = await moment.query<OrderRow>(`fetch ${pageSize} from all_orders`);
    rows.forEach(onOrder);
    if (rows.length < pageSize) break;
  }
  await moment.query('close all_orders');
}

/** True if an order that the replay did not see may have ended before its snapshot. */
function mayBeOver({ id, state }: OrderRow, { from, firstNewOrder }: ReplayedBooks): boolean {
  return from > 0 && id < firstNewOrder && state !== 'processing';
}

function agrees(row: OrderRow, record: OrderRecord): boolean {
  return (
    row.owner === record.command.owner &&
    row.market === record.command.market &&
    row.side === record.command.side &&
    row.price_ticks === record.command.priceTicks &&
    row.quantity_lots === record.command.quantityLots &&
    row.filled_lots === record.filledLots &&
    row.filled_notional === record.filledNotional &&
    row.fee === record.fee &&
    row.state === record.state
  );
}

interface HoldRow {
  readonly id: number;
  readonly customer: number;
  readonly asset: number;
  readonly amount: number;
  readonly fee: number;
}

/** Checks that withdrawals that hold money hold the same amount in the ledger. A row may be older than the ledger's tables, so unknown holds are looked for up to the journal's end. */
async function compareHolds(moment: PoolClient, host: EngineHost): Promise<{ found: string[]; withdrawals: number }> {
  const { rows } = await moment.query<HoldRow>(
    "select id, customer, asset, amount, fee from withdrawals where state in ('review', 'approved', 'sent')",
  );
  const holdOf = ({ id, customer }: HoldRow) => host.engine.withdrawal(customer, String(id));
  const isOf = ({ asset, amount, fee }: HoldRow, hold: ReturnType<typeof holdOf>): boolean =>
    hold?.asset === asset && hold.amount === amount && hold.fee === fee;
  const doubted = rows.filter((row) => holdOf(row)?.state !== 'held' || !isOf(row, holdOf(row)));
  const unknown = new Set(doubted.filter((row) => holdOf(row) === null));
  if (unknown.size > 0) await host.catchUp();
  const wrong = doubted.filter((row) => !unknown.has(row) || !isOf(row, holdOf(row)));
  return {
    found: wrong.map(({ id }) => `withdrawal ${id}: the ledger doesn't hold its money`),
    withdrawals: rows.length,
  };
}
