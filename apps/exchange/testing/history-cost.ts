import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Command, type Fill } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import type { Kysely } from 'kysely';
import { openDatabase } from '../src/database/connection.ts';
import type { Tables } from '../src/database/tables.ts';
import { migrate } from '../src/database/migrate.ts';
import { readStatement } from '../src/funds/balances/statement.ts';
import { Gateway } from '../src/ledger/gateway.ts';
import { Directory } from '../src/ledger/listings/directory.ts';
import { openListings } from '../src/ledger/listings/open-listings.ts';
import { keepAhead } from '../src/ledger/partitions/keep-ahead.ts';
import { listPartitions } from '../src/ledger/partitions/partitioned-tables.ts';
import { summarizePeriods } from '../src/ledger/partitions/summarize-periods.ts';
import { executeWrite, readTablesPosition } from '../src/ledger/projection/table-write.ts';
import { rowsOfBatch, writeBatches } from '../src/ledger/projection/write-batches.ts';
import { EngineHost } from '../src/ledger/replica/engine-host.ts';
import { TradeReader } from '../src/markets/trades/trade-reader.ts';
import { fillsQuery } from '../src/orders/history.ts';
import { createOrderReader } from '../src/orders/read-orders.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { MadeTrades, placed } from './made-trades.ts';

/**
 * Cost of a long history: writes traded orders of many months by the projector's own statements, and reads pages as they add up.
 * Run: `npm run bench:history -- [orders a month] [months]`.
 */
const ordersPerMonth = Number(process.argv[2] ?? 250_000);
const months = Number(process.argv[3] ?? 40);
const ordersPerWrite = 1_200;
const owners = 20_000;
const firstOwner = 1_000;
/** Owners with a fifth of all orders, with orders in the first month only, and with a few of each later one. */
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
  for (; month < months; month++) {
    const start = Date.UTC(2027, month);
    await keepAhead({ pool, db }, { period: 'month', now: start, onCut: () => undefined });
    const log = await logBytes();
    const { ms } = await timed(() => writeMonth(start, Date.UTC(2027, month + 1)));
    const written = await logBytes();
    await summarizePeriods(pool, { signal: new AbortController().signal, onSummarized: () => undefined });
    if (month > 0 && month + 1 < months && (month + 1) % 10 > 0) continue;
    // Those of the last minutes aren't used.
    await pool.query("update period_summaries set made = made - interval '1 hour'");
    await pool.query('vacuum analyze orders, fills, postings');
    const partitions = await Promise.all(['orders', 'fills', 'postings'].map((table) => listPartitions(pool, table)));
    say(
      `\n${made.orders.toLocaleString('en')} orders in ${month + 1} months, ${partitions.map(({ length }) => length).join(' + ')} partitions`,
    );
    say(
      `written last: ${Math.round((ms * 1_000) / ordersPerMonth)} µs and ${Math.round((written - log) / ordersPerMonth)} bytes of log an order; in all ${Math.round((await tableBytes()) / made.orders)} bytes of tables an order`,
    );
    // A pool of its own, which knows no partitions from before.
    const reading = openDatabase(postgres.url, { maxConnections: 1 });
    await readPages(reading.db, Date.UTC(2027, month + 1));
    await reading.close();
  }
}

/** The accounts of those who read, in an engine that has done nothing else. */
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
  if (order % 1_000 > 997) return month === 0 ? dormant : ordinary;
  return firstOwner + 3 + ((order * 7_919) % (owners - 3));
}

async function writeMonth(start: number, end: number): Promise<void> {
  let position = await readTablesPosition(pool);
  for (let written = 0; written < ordersPerMonth; written += ordersPerWrite) {
    const time = Math.floor(start + ((end - start) * written) / ordersPerMonth);
    const write = writeBatches(
      [rowsOfBatch(made.next(time, Math.min(ordersPerWrite, ordersPerMonth - written)), true)],
      position,
    );
    await executeWrite(pool, write);
    position = write.after;
  }
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
  const middle = beginsAt + (now - beginsAt) / 2;
  const cursor = Buffer.from(`${middle}.${made.sequence}.0`).toString('base64url');
  const coin = { kind: 'coin' } as const;
  const page = { limit: 20 };
  for (const [name, owner] of Object.entries({ busy, ordinary, dormant })) {
    await report(`statement, ${name} customer`, () => readStatement(source, { owner, ...coin }, page));
    await report(`statement from the middle, ${name} customer`, () =>
      readStatement(source, { owner, ...coin }, { ...page, cursor }),
    );
    await report(`orders, ${name} customer`, () => orders.list({ owner, ...page }));
    await report(`orders from a time in the middle, ${name} customer`, () =>
      orders.list({ owner, from: middle, ...page }),
    );
    const found = await db
      .selectFrom('orders')
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
  const waitOf = (part: number): string => (waits[Math.floor(waits.length * part)] ?? 0).toFixed(1).padStart(6);
  say(`${name.padEnd(52)} p50 ${waitOf(0.5)} ms   p95 ${waitOf(0.95)} ms`);
}

async function logBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>('select wal_bytes::bigint as bytes from pg_stat_wal');
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
