import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEngine, type Command } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import { readStatement } from '../../../apps/exchange/src/funds/balances/statement.ts';
import { openDatabase } from '../../../apps/exchange/src/database/connection.ts';
import { startEmbeddedPostgres } from '../../../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../../../apps/exchange/src/database/migrate.ts';
import { Directory } from '../../../apps/exchange/src/ledger/listings/directory.ts';
import { openListings } from '../../../apps/exchange/src/ledger/listings/open-listings.ts';
import { Projector } from '../../../apps/exchange/src/ledger/projection/projector.ts';
import { EngineHost } from '../../../apps/exchange/src/ledger/replica/engine-host.ts';
import { Gateway } from '../../../apps/exchange/src/ledger/gateway.ts';
import { BooksWindow } from '../../../apps/exchange/src/ledger/reconciliation/books-window.ts';
import { compareWindow } from '../../../apps/exchange/src/ledger/reconciliation/compare-window.ts';

/**
 * Measures the cost of large tables: the projector writes trading orders as fast as it can, up to a number of rows (ten million, or the first
 * argument). Then the bench reads pages. Run: `npm run bench:tables -- [rows] [--resting]`. With `--resting` half of the orders rest for some time
 * before they trade, so that the projector writes their rows twice.
 */
const { values: options, positionals } = parseArgs({
  options: { resting: { type: 'boolean' } },
  allowPositionals: true,
});
const rowsWanted = Number(positionals[0] ?? 10_000_000);
/** The first entries have sells only. Buyers take the oldest orders, so each order rests for twice as many entries. */
const sellsAhead = options.resting === true ? 100 : 0;
const owners = 2_000;
const firstOwner = 1_000;
const ordersPerEntry = 200;
const waitingMost = 60_000;
const tenth = Math.ceil(rowsWanted / 10);
const pagesRead = 300;
const start = 1_800_000_000_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'fft-tables-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const database = openDatabase(postgres.url);
await migrate(database.db);
const journal = new MemoryJournal();
const host = new EngineHost(journal, createEngine);
const fail = (error: unknown): never => {
  throw error;
};
const projector = new Projector({ pool: database.pool, onError: fail });
const window = new BooksWindow(0);
const made = { rows: 0, orders: 0 };
try {
  await measure();
} finally {
  await projector.close();
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  await projector.open();
  host.subscribe((batch) => {
    projector.add(batch);
    window.add(batch);
    made.rows += batch.orders.length + batch.fills.length + batch.postings.length;
  });
  const gateway = new Gateway({ journal, host, now: () => start, onFatal: fail });
  await openListings(host, gateway);
  await apply(Array.from({ length: owners }, (_, index) => fundingOf(firstOwner + index)).flat());
  await projector.reached(host.sequence);
  await keepLog();
  const log = await readLog();
  let [said, since, ordersThen] = [0, performance.now(), 0];
  while (made.rows < rowsWanted) {
    await apply(Array.from({ length: ordersPerEntry }, (_, index) => orderOf(index)));
    if (projector.waitingRows > waitingMost) await projector.reached(host.sequence - 20);
    if (made.rows - said < tenth && made.rows < rowsWanted) continue;
    await projector.reached(host.sequence);
    const seconds = (performance.now() - since) / 1000;
    say(
      `${made.rows.toLocaleString('en').padStart(12)} rows   ${Math.round((made.orders - ordersThen) / seconds).toLocaleString('en')} orders/s   ${Math.round((made.rows - said) / seconds).toLocaleString('en')} rows/s`,
    );
    [said, since, ordersThen] = [made.rows, performance.now(), made.orders];
  }
  await reportBytes(log);
  await readPages();
  const looked = await timed(() => compareWindow(database.pool, window.take(host.engine), host.openRecord));
  say(`comparing the last entries with the engine: ${looked.ms.toFixed(0)} ms, ${looked.value.length} differences`);
}

interface Log {
  readonly bytes: number;
  readonly pages: number;
  /** The log's position at its end. */
  readonly end: string;
}

/** Reads the size of PostgreSQL's write-ahead log so far: its bytes, and the whole pages in it. */
async function readLog(): Promise<Log> {
  const { rows } = await database.pool.query<Log>(
    'select wal_bytes::bigint as bytes, wal_fpi as pages, pg_current_wal_lsn() as end from pg_stat_wal',
  );
  return rows[0] ?? { bytes: 0, pages: 0, end: '0/0' };
}

/** Keeps the whole log, so that its records can be read at the end. */
async function keepLog(): Promise<void> {
  await database.pool.query('create extension pg_walinspect');
  await database.pool.query(`alter system set wal_keep_size = '60GB'`);
  await database.pool.query('select pg_reload_conf()');
}

/** Reports the log's bytes per order for each kind of record that takes more than one byte per order. */
async function reportRecords(before: Log, after: Log): Promise<void> {
  const { rows } = await database.pool.query<{ record: string; bytes: number }>(
    `select concat_ws(' ', relname, record_type) as record, sum(record_length)::bigint as bytes from (
      select record_type, record_length, (regexp_match(block_ref, 'rel \\d+/\\d+/(\\d+)'))[1]::oid as node
      from pg_get_wal_records_info('${before.end}', '${after.end}')
    ) as records left join pg_class on pg_relation_filenode(pg_class.oid) = node
    group by relname, record_type having sum(record_length) > ${made.orders} order by bytes desc`,
  );
  for (const { record, bytes } of rows) say(`${perOrder(bytes)} bytes of log an order: ${record}`);
}

function perOrder(bytes: number): string {
  return (bytes / made.orders).toFixed(0).padStart(6);
}

/** Reports the bytes per order of the log, its records, and each table with its indexes, all partitions together. */
async function reportBytes(before: Log): Promise<void> {
  await database.pool.query('vacuum analyze');
  const after = await readLog();
  say(`${perOrder(after.bytes - before.bytes)} bytes of log an order, ${after.pages - before.pages} whole pages`);
  await reportRecords(before, after);
  const { rows } = await database.pool.query<{ part: string; bytes: number }>(
    `select top || ' ' || coalesce(columns, '') as part, sum(bytes)::bigint as bytes from (
      select top.relname as top, pg_relation_size(found.oid) as bytes,
        (select amname || ' ' || string_agg(pg_get_indexdef(indexrelid, place, false), ', ' order by place)
          from pg_am, generate_series(1, indnatts) as place where pg_am.oid = found.relam group by amname) as columns
      from pg_class as top
      cross join lateral (
        select relid from pg_partition_tree(top.oid) where top.relkind = 'p' union all select top.oid where top.relkind = 'r'
      ) as part (part)
      cross join lateral (
        select part as oid, null::oid as relam union all
        select indexrelid, null from pg_index where indrelid = part
      ) as each
      join pg_class as found on found.oid = each.oid
      left join pg_index on indexrelid = found.oid
      where top.relname in ('orders', 'fills', 'postings') and top.relnamespace = 'public'::regnamespace
    ) as sizes group by top, columns order by top, columns nulls first`,
  );
  for (const { part, bytes } of rows) say(`${perOrder(bytes)} bytes an order: ${part}`);
  say(`${perOrder(rows.reduce((sum, { bytes }) => sum + bytes, 0))} bytes an order in all tables`);
}

async function readPages(): Promise<void> {
  const directory = new Directory(host.engine);
  const source = { db: database.db, host, projector, directory };
  const ownerOf = (index: number): number => firstOwner + ((index * 7_919) % owners);
  await report('a page of a statement of all coins', (index) =>
    readStatement(source, { owner: ownerOf(index), kind: 'coin' }, { limit: 20 }),
  );
  await report('a page of a statement of one coin', (index) =>
    readStatement(source, { owner: ownerOf(index), kind: 'coin' }, { limit: 20, coin: 'BTC' }),
  );
  await report('a page of past orders', (index) =>
    database.pool.query('select * from listed_orders where owner = $1 order by id desc limit 21', [ownerOf(index)]),
  );
  await report('an order by its client id', (index) =>
    database.pool.query(
      'select * from listed_orders where owner = $1 and client_order_id = $2 and hashtextextended(client_order_id, owner) = hashtextextended($2, $1)',
      [ownerOf(index), `t-${index * 31}`],
    ),
  );
}

async function report(name: string, read: (index: number) => Promise<unknown>): Promise<void> {
  const waits: number[] = [];
  for (let index = 0; index < pagesRead; index++) waits.push((await timed(() => read(index))).ms);
  waits.sort((one, other) => one - other);
  const waitOf = (part: number): string => (waits[Math.floor(waits.length * part)] ?? 0).toFixed(1);
  say(`${name.padEnd(36)} p50 ${waitOf(0.5)} ms   p99 ${waitOf(0.99)} ms`);
}

/** Applies the commands of an entry; its bytes are not needed here. */
async function apply(commands: readonly Command[]): Promise<void> {
  host.apply({ sequence: host.sequence + 1, hash: new Uint8Array(32) }, commands);
  // Lets the projector write.
  await new Promise((resolve) => setImmediate(resolve));
}

function fundingOf(owner: number): Command[] {
  const funding = { type: 'deposit', time: start, source: 'adjustments', owner, kind: 'coin' } as const;
  const [btc, usdt] = ['BTC', 'USDT'].map((code) => host.engine.assets.findIndex((asset) => asset.code === code));
  return [
    { ...funding, requestId: 'btc', asset: btc ?? 0, amount: 10_000_000_000 },
    { ...funding, requestId: 'usdt', asset: usdt ?? 0, amount: 1_000_000_000_000 },
  ];
}

function orderOf(index: number): Command {
  made.orders += 1;
  return {
    type: 'place',
    time: start + host.sequence,
    owner: firstOwner + ((made.orders * 31) % owners),
    clientOrderId: `t-${made.orders}`,
    market: 0,
    side: index % 2 === 0 || host.sequence < sellsAhead ? 'sell' : 'buy',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    selfTrade: 'cancelOldest',
    priceTicks: 970_000,
    quantityLots: 10,
    amount: 0,
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now();
  return { value: await work(), ms: performance.now() - begun };
}
