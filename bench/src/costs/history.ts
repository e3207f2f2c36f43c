import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEngine, type Command, type Fill } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import type { Kysely } from 'kysely';
import { openDatabase } from '../../../apps/exchange/src/database/connection.ts';
import type { Tables } from '../../../apps/exchange/src/database/tables.ts';
import { migrate } from '../../../apps/exchange/src/database/migrate.ts';
import { readStatement } from '../../../apps/exchange/src/funds/balances/statement.ts';
import { Gateway } from '../../../apps/exchange/src/ledger/gateway.ts';
import { Directory } from '../../../apps/exchange/src/ledger/listings/directory.ts';
import { openListings } from '../../../apps/exchange/src/ledger/listings/open-listings.ts';
import { keepAhead } from '../../../apps/exchange/src/ledger/partitions/keep-ahead.ts';
import { listPartitions } from '../../../apps/exchange/src/ledger/partitions/partitioned-tables.ts';
import { summarizePeriods } from '../../../apps/exchange/src/ledger/partitions/summarize-periods.ts';
import { executeWrite, readTablesPosition } from '../../../apps/exchange/src/ledger/projection/table-write.ts';
import { rowsOfBatch, writeBatches } from '../../../apps/exchange/src/ledger/projection/write-batches.ts';
import { EngineHost } from '../../../apps/exchange/src/ledger/replica/engine-host.ts';
import { TradeReader } from '../../../apps/exchange/src/markets/trades/trade-reader.ts';
import { fillsQuery } from '../../../apps/exchange/src/orders/history.ts';
import { createOrderReader } from '../../../apps/exchange/src/orders/read-orders.ts';
import { startEmbeddedPostgres } from '../../../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { GrowthLaw } from '../../../apps/exchange/testing/growth-law.ts';
import { MadeTrades, placed } from '../../../apps/exchange/testing/made-trades.ts';

/**
 * Measures the cost of a long history: writes traded orders of many months with the projector's own statements, and reads pages as the rows add up.
 * By months: `npm run bench:history -- [orders a month] [months]`.
 * By rows of orders, fills and postings together: `npm run bench:history -- --rows 1000000,10000000,100000000 [--minutes 25]`.
 * By rows, the report ends with the growth law: each figure at the last step as a multiple of the figure at the first.
 * The rows are in `TMPDIR`; a hundred million rows take some 35 GB.
 */
const { values: options, positionals } = parseArgs({
  options: { rows: { type: 'string' }, minutes: { type: 'string', default: '600' } },
  allowPositionals: true,
});
const steps = (options.rows ?? '').split(',').filter(Boolean).map(Number);
const endsAt = performance.now() + Number(options.minutes) * 60_000;
const rowsPerOrder = 1.5;
const lastRows = steps.at(-1);
const months = lastRows === undefined ? Number(positionals[1] ?? 40) : 40;
const ordersPerMonth =
  lastRows === undefined ? Number(positionals[0] ?? 250_000) : Math.ceil(lastRows / rowsPerOrder / months / 2) * 2;
const ordersPerWrite = 1_200;
const owners = 20_000;
const firstOwner = 1_000;
/** Three owners: one with a fifth of all orders, one with a few in the first month only, and one with a few in each month. */
const [busy, dormant, ordinary] = [firstOwner, firstOwner + 1, firstOwner + 2];
const readers = [busy, dormant, ordinary];
const pagesRead = 100;
const beginsAt = Date.UTC(2027, 0);
const market = 0;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const fail = (error: unknown): never => {
  throw error;
};

const dataDir = await mkdtemp(join(tmpdir(), 'fft-history-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const database = openDatabase(postgres.url);
const { pool, db } = database;
const host = new EngineHost(new MemoryJournal(), createEngine);
const projector = { reachedFor: async () => undefined, reached: async () => undefined };
let month = 0;
const isOver = (): boolean => performance.now() > endsAt;

/** Costs of what the bench wrote since the last report. */
const costs = { ms: 0, bytes: 0, orders: 0 };
const law = new GrowthLaw();
let looks = 0;
const made = new MadeTrades(ownerOf);
try {
  await measure();
} finally {
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  await migrate(db);
  await openAccounts();
  await readTablesPosition(pool);
  for (; month < months && !isOver(); month++) {
    const start = Date.UTC(2027, month);
    const end = Date.UTC(2027, month + 1);
    await keepAhead(pool, { period: 'month', now: start, onCut: () => undefined });
    await writeMonth(start, end);
    if (lastRows === undefined && (month === 0 || month + 1 === months || (month + 1) % 10 === 0)) await look(end);
  }
  if (lastRows !== undefined && costs.orders > 0) await look(Date.UTC(2027, month));
  law.print(say);
}

/** Reports sizes and costs, and reads pages. */
async function look(now: number): Promise<void> {
  await summarizePeriods(pool, { signal: new AbortController().signal, onSummarized: () => undefined });
  // Queries don't use summaries of the last minutes, so the bench makes them older.
  await pool.query("update period_summaries set made = made - interval '1 hour'");
  await pool.query('vacuum analyze orders, fills, postings');
  const partitions = await Promise.all(['orders', 'fills', 'postings'].map((table) => listPartitions(pool, table)));
  const minutes = (performance.now() / 60_000).toFixed(1);
  say(
    `\n${made.orders.toLocaleString('en')} orders, ${rowsMade().toLocaleString('en')} rows, in ${month + 1} months, ${partitions.map(({ length }) => length).join(' + ')} partitions, after ${minutes} minutes`,
  );
  const bytes = await tableBytes();
  const [us, logged, held] = [(costs.ms * 1_000) / costs.orders, costs.bytes / costs.orders, bytes / made.orders];
  say(
    `written since: ${us.toFixed(1)} µs and ${Math.round(logged)} bytes of log an order; in all ${Math.round(held)} bytes of tables an order, ${(bytes / 2 ** 30).toFixed(1)} GiB`,
  );
  law.add('writing an order, µs', us);
  law.add('log of an order, bytes', logged);
  law.add('tables of an order, bytes', held);
  Object.assign(costs, { ms: 0, bytes: 0, orders: 0 });
  looks += 1;
  // A new pool knows no partitions from earlier reports.
  const reading = openDatabase(postgres.url, { maxConnections: 1 });
  await readPages(reading.db, now);
  await reading.close();
}

/** Opens the accounts of the owners who read, in an engine that has done nothing else. */
async function openAccounts(): Promise<void> {
  const gateway = new Gateway({ journal: new MemoryJournal(), host, now: () => beginsAt, onFatal: fail });
  await openListings(host, gateway);
  const [btc = 0, usdt = 0] = ['BTC', 'USDT'].map((code) =>
    host.engine.assets.findIndex((asset) => asset.code === code),
  );
  const commands = readers.flatMap((owner): Command[] => [
    ...[btc, usdt].map((asset): Command => {
      const money = { type: 'deposit', time: beginsAt, source: 'adjustments', owner, kind: 'coin' } as const;
      return { ...money, requestId: `first-${asset}`, asset, amount: 1_000_000_000 };
    }),
    placed({ owner, side: 'sell', time: beginsAt, id: owner }),
  ]);
  host.apply({ sequence: host.sequence + 1, hash: new Uint8Array(32) }, commands);
}

function ownerOf(order: number): number {
  if (order % 10 < 2) return busy;
  if (order % 1_000 === 998) return ordinary;
  if (order % 1_000 === 999 && month === 0) return dormant;
  return firstOwner + 3 + ((order * 7_919) % (owners - 3));
}

/** Writes a month of orders. With `--rows`, it reports at each step's number of rows, and ends early when the time is over. */
async function writeMonth(start: number, end: number): Promise<void> {
  let position = await readTablesPosition(pool);
  let log = await logBytes();
  const count = async (): Promise<void> => {
    const now = await logBytes();
    costs.bytes += now - log;
    log = now;
  };
  for (let written = 0; written < ordersPerMonth && !isOver(); written += ordersPerWrite) {
    const time = Math.floor(start + ((end - start) * written) / ordersPerMonth);
    const orders = Math.min(ordersPerWrite, ordersPerMonth - written);
    const { ms } = await timed(async () => {
      const write = writeBatches([rowsOfBatch(made.next(time, orders))], position);
      await executeWrite(pool, write);
      position = write.after;
    });
    costs.ms += ms;
    costs.orders += orders;
    if (rowsMade() < (steps[looks] ?? Infinity)) continue;
    await count();
    await look(time + 1);
    log = await logBytes();
  }
  await count();
}

function rowsMade(): number {
  return made.orders + made.trades + Math.floor(made.trades / 100);
}

async function readPages(db: Kysely<Tables>, now: number): Promise<void> {
  const directory = new Directory(host.engine);
  const source = { db, host, projector, directory };
  const orders = createOrderReader({ host, projector, db, reading: db });
  const trades = new TradeReader({
    db,
    host,
    projector,
    board: { trades: () => [], lastTrade: () => ({ tradeNumber: made.trades }) as Fill },
  });
  const middle = Math.floor(beginsAt + (now - beginsAt) / 2);
  const cursor = Buffer.from(`${middle}.${made.sequence}.0`).toString('base64url');
  const coin = { kind: 'coin' } as const;
  const page = { limit: 20 };
  const unpaid = (): void => undefined;
  for (const [name, owner] of Object.entries({ busy, ordinary, dormant })) {
    await report(`statement, ${name} customer`, () => readStatement(source, { owner, ...coin }, page));
    await report(`statement from the middle, ${name} customer`, () =>
      readStatement(source, { owner, ...coin }, { ...page, cursor }),
    );
    await report(`orders, ${name} customer`, () => orders.list({ owner, ...page }, unpaid));
    await report(`orders from a time in the middle, ${name} customer`, () =>
      orders.list({ owner, from: middle, ...page }, unpaid),
    );
    const found = await db
      .selectFrom('listed_orders')
      .selectAll()
      .where('owner', '=', owner)
      .orderBy('id')
      .limit(20)
      .execute();
    const [old] = found;
    if (old === undefined) continue;
    await report(`fills of a page of old orders, ${name} customer`, () =>
      fillsQuery(found, { from: 1, most: 500 }).execute(db),
    );
    await report(`an old order by its client id, ${name} customer`, () =>
      orders.find(owner, { clientOrderId: old.client_order_id }),
    );
  }
  await report('trades of a market from a number on', (index) =>
    trades.from(market, 1 + ((index * 7_919) % made.trades), 100),
  );
  await report("a trade's number by its time", () => trades.numberAt(market, middle));
}

async function report(name: string, read: (index: number) => Promise<unknown>): Promise<void> {
  const waits: number[] = [];
  await read(0);
  for (let index = 0; index < pagesRead; index++) waits.push((await timed(() => read(index))).ms);
  waits.sort((one, other) => one - other);
  const waitOf = (part: number): string => (waits[Math.floor(waits.length * part)] ?? 0).toFixed(2).padStart(6);
  law.add(`${name}, ms`, Number(waitOf(0.5)));
  say(`${name.padEnd(52)} p50 ${waitOf(0.5)} ms   p95 ${waitOf(0.95)} ms`);
}

async function logBytes(): Promise<number> {
  // `pg_stat_wal` lags by a second or more, so short months would lose bytes.
  const { rows } = await pool.query<{ bytes: number }>("select (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes");
  return rows[0]?.bytes ?? 0;
}

async function tableBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(relid))::bigint as bytes from unnest(array['orders', 'fills', 'postings']) as top, pg_partition_tree(top::regclass)`,
  );
  return rows[0]?.bytes ?? 0;
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now();
  return { value: await work(), ms: performance.now() - begun };
}
