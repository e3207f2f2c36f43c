import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fill } from '@fft/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeHistory } from '../../../testing/made-history.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { type ArchiveStore, ArchiveUnreadable, openArchive } from '../../platform/object-storage/archive-store.ts';
import { balancesQuery } from '../../funds/balances/worth-rows.ts';
import { TradeReader } from '../../markets/trades/trade-reader.ts';
import { creditedUnder } from '../ledger-lookup.ts';
import { withHistoryLock } from '../partitions/history-lock.ts';
import { listPartitions } from '../partitions/partitioned-tables.ts';
import { archiveHistory, type ArchiveOptions, countDue } from './archive-history.ts';
import { archivedTables, sumsQuery, type PartSums } from './archived-tables.ts';
import { literal, runDuckDb } from './duckdb.ts';
import { fillLines } from './fill-lines.ts';

let database: TestDatabase;
let folder: string;
/** Four months of 200 orders, each filled; one order in each hundred comes with a deposit. */
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fft-archive-'));
  await writeHistory(database, { begins: month(0), months: 4 });
  await database.pool.query(
    `update postings set reference = 'deposit-' || sequence, order_id = 0 where reason = 'deposit'`,
  );
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const month = (index: number): number => Date.UTC(2027, index);
const archiveFolder = (): string => join(folder, 'archive');
const archiveUrl = (): string => pathToFileURL(archiveFolder()).href;
const listFiles = async (): Promise<readonly string[]> => (await readdir(archiveFolder())).toSorted();

async function archive(given: Partial<ArchiveOptions> = {}): Promise<readonly string[]> {
  const names: string[] = [];
  await archiveHistory({
    ...database,
    store: openArchive(archiveUrl()),
    folder: join(folder, 'drafts'),
    cutoff: month(2),
    now: month(6),
    signal: new AbortController().signal,
    onArchived: ({ name }) => names.push(name),
    ...given,
  });
  return names;
}

/** All files of a table, recorded or not, as a source for DuckDB. */
const filesOf = (name: string): string => `read_parquet(${literal(join(archiveFolder(), `${name}-*.parquet`))})`;

interface Total {
  rows: bigint;
  digest: bigint;
}

async function inTables(): Promise<readonly Total[]> {
  const parts = archivedTables.map((table) =>
    database.pool.query<PartSums>(sumsQuery(table, 'postgres', table.source)).then(({ rows }) => totalOf(rows)),
  );
  return Promise.all(parts);
}

async function inFiles(): Promise<readonly Total[]> {
  const files = await listFiles();
  const sums = archivedTables.map(async (table) => {
    if (!files.some((name) => name.startsWith(table.table))) return totalOf([]);
    const [rows = []] = await runDuckDb(folder, [sumsQuery(table, 'duckdb', filesOf(table.table))]);
    return totalOf(rows as unknown as readonly PartSums[]);
  });
  return Promise.all(sums);
}

function totalOf(parts: readonly PartSums[]): Total {
  const total = { rows: 0n, digest: 0n };
  for (const { rows, digest } of parts) {
    total.rows += BigInt(rows);
    total.digest += BigInt(digest);
  }
  return total;
}

const added = (one: readonly Total[], other: readonly Total[]): readonly Total[] =>
  one.map(({ rows, digest }, index) => ({
    rows: rows + (other[index]?.rows ?? 0n),
    digest: digest + (other[index]?.digest ?? 0n),
  }));

test('rows of partitions that ended before the cutoff move to files, and every row is in one place', async () => {
  const before = await inTables();
  expect((await archive()).length).toBeGreaterThan(0);
  const [left, archived] = [await inTables(), await inFiles()];
  expect(added(left, archived)).toEqual(before);
  // Each market's last fifty trades and all deposits stay.
  expect(archived.map(({ rows }) => rows)).toEqual([200n, 150n, 0n]);
  for (const { table } of archivedTables) {
    const [first, second] = await listPartitions(database.pool, table);
    expect([first?.name, first?.from, first?.to]).toEqual([`${table}_first`, null, second?.from]);
  }
  expect(await countDue({ ...database, cutoff: month(2) })).toBe(0);
  expect(await archive()).toEqual([]);
  await archive({ cutoff: month(3) });
  expect(added(await inTables(), await inFiles())).toEqual(before);
});

test('archived fills have the postings that the tables’ view had', async () => {
  const lines =
    'sequence, position, time, owner, kind, asset, available_delta, frozen_delta, balance, reason, order_id';
  const { rows } = await database.pool.query<{ line: string }>(
    `select concat_ws(' ', ${lines}) as line from ledger where reason in ('trade', 'fee')
      and sequence <= 1 order by sequence, position`,
  );
  await archive();
  const [archived = []] = await runDuckDb(folder, [
    `select concat_ws(' ', ${lines}) as line from (${fillLines(filesOf('fills'))}) where sequence <= 1 order by sequence, position`,
  ]);
  expect(archived.length).toBe(100 * 8);
  expect(archived).toEqual(rows);
});

test('balances of before are known by the opening balances', async () => {
  const [owner, asset] = [1000, 0];
  const accounts = [{ kind: 'coin', asset } as const];
  const times = [month(0), month(1), month(2), month(3)];
  const read = async () => {
    const query = balancesQuery({ owner, accounts, sides: [{ market: 0, asset }], times });
    return (await query.execute(database.db)).rows.toSorted((one, other) => one.at - other.at);
  };
  // Made-up rows show balances that don't follow from each other.
  await database.pool.query(
    `update postings set available = 999990;
    update fills set taker_base = 999990, maker_base = 999990, taker_quote = 999990, maker_quote = 999990`,
  );
  const before = await read();
  expect(before).toEqual([1, 2, 3].map((index) => ({ asset, at: month(index), units: 999_990 })));
  await archive();
  // Without later rows the archived ones are the last.
  await database.pool.query(`delete from fills; delete from postings where owner = ${owner}`);
  expect(await read()).toEqual(before.slice(1));
});

test('trades are found by their time behind archived ones', async () => {
  const at = { sequence: 0, reached: () => Promise.resolve() };
  const board = { trades: () => [], lastTrade: () => ({ tradeNumber: 400 }) as Fill };
  const trades = new TradeReader({ ...database, board, host: at, projector: at });
  const numbers = () => Promise.all([1, 2, 3, 4].map((index) => trades.numberAt(0, month(index))));
  expect(await numbers()).toEqual([101, 201, 301, 401]);
  await archive();
  expect(await numbers()).toEqual([151, 201, 301, 401]);
});

test('what was credited before stays known', async () => {
  await archive();
  const references = [1, 2, 3].map((sequence) => `deposit-${sequence}`);
  expect(await creditedUnder(database.db, [...references, 'deposit-9'])).toEqual(new Set(references));
});

test('open orders and those that ended lately stay, and follow once they are old', async () => {
  const { pool } = database;
  await pool.query("update orders set state = 'processing' where id = 2");
  await pool.query(`update orders set updated = ${month(2)} where id = 3`);
  await archive();
  const kept = async () =>
    (await pool.query<{ id: number }>('select id from orders_first order by id')).rows.map(({ id }) => id);
  expect(await kept()).toEqual([2, 3]);
  await pool.query(`update orders set state = 'filled', updated = ${month(2)} where id = 2`);
  await archive({ cutoff: month(3) });
  expect(await kept()).toEqual([]);
  expect((await inFiles())[0]?.rows).toBe(400n);
});

test('an order that ends while its partition is archived keeps its last state', async () => {
  const { pool } = database;
  await pool.query("update orders set state = 'processing' where id = 2");
  await archive({
    onStep: (step) =>
      step === 'kept' ? pool.query(`update orders set state = 'filled', updated = ${month(3)} where id = 2`) : null,
  });
  expect((await pool.query('select state from orders where id = 2')).rows).toEqual([{ state: 'filled' }]);
});

test('nothing is archived before later rows are there', async () => {
  const { pool } = database;
  const [orders, others] = ['id < 1000000', `time < ${month(1)}`];
  await pool.query(`delete from fills where not ${others}; delete from postings where not ${others}`);
  await pool.query(`delete from orders where not ${orders}`);
  expect(await archive()).toEqual([]);
  expect(await countDue({ ...database, cutoff: month(2) })).toBe(0);
});

test('nothing is archived while another process takes rows away', async () => {
  await withHistoryLock(database.pool, async () => expect(await archive()).toEqual([]));
});

describe('a process that is killed', () => {
  test.each(['copied', 'written', 'stored', 'read', 'kept', 'placing'])('after “%s” loses nothing', async (step) => {
    const before = await inTables();
    const child = fork(
      join(import.meta.dirname, '../../../testing/archiving-process.ts'),
      [database.url, archiveUrl(), join(folder, 'drafts'), String(month(1)), step],
      { stdio: 'inherit' },
    );
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(await inTables()).toEqual(before);
    expect((await database.pool.query('select from archive_files')).rowCount).toBe(0);
    // PostgreSQL must notice first that the connection is gone.
    await waitFor(async () => expect((await archive({ cutoff: month(1) })).length).toBeGreaterThan(0));
    expect(added(await inTables(), await inFiles())).toEqual(before);
    expect(await database.pool.query('select name from archive_files order by name')).toMatchObject({
      rows: (await listFiles()).map((name) => ({ name })),
    });
    expect(await readdir(join(folder, 'drafts'))).toEqual([]);
  });
});

test('a restored database makes the same files again', async () => {
  await archive();
  const [files, left] = [await listFiles(), await inTables()];
  const [newer, older] = [database, await createTestDatabase()];
  await newer.close();
  database = older;
  await writeHistory(database, { begins: month(0), months: 4 });
  await database.pool.query(
    `update postings set reference = 'deposit-' || sequence, order_id = 0 where reason = 'deposit'`,
  );
  await archive();
  expect(await listFiles()).toEqual(files);
  expect(await inTables()).toEqual(left);
}, 180_000);

describe('no row leaves the tables', () => {
  const failing: readonly (readonly [name: string, (store: ArchiveStore) => ArchiveStore, error: RegExp])[] = [
    [
      'if the archive returns other bytes',
      (store) => ({
        ...store,
        get: async (name, path) => {
          await store.get(name, path);
          await appendFile(path, 'x');
        },
      }),
      /was read back with other bytes/,
    ],
    [
      'if the archive loses the file',
      (store) => ({ ...store, put: () => Promise.resolve() }),
      /the archive can't return orders-/,
    ],
    [
      'if the archive refuses the file',
      (store) => ({ ...store, put: () => Promise.reject(new ArchiveUnreadable('no room')) }),
      /no room/,
    ],
  ];
  test.each(failing)('%s', async (_, broken, error) => {
    const before = await inTables();
    await expect(archive({ store: broken(openArchive(archiveUrl())) })).rejects.toThrow(error);
    expect(await inTables()).toEqual(before);
    expect(await countDue({ ...database, cutoff: month(2) })).toBeGreaterThan(0);
    expect((await archive()).length).toBeGreaterThan(0);
  });

  test('if the file has other rows than the table', async () => {
    await expect(archive({ onStep: removeLine })).rejects.toThrow(/has other rows than orders/);
  });

  test('if a row changes its side while it is archived', async () => {
    const steal = (step: string): unknown =>
      step === 'read' ? database.pool.query('delete from orders where id = 5') : null;
    await expect(archive({ onStep: steal })).rejects.toThrow(/rows of orders before \d+ changed/);
  });
});

async function draftFolder(): Promise<string> {
  const [name = ''] = await readdir(join(folder, 'drafts'));
  return join(folder, 'drafts', name);
}

async function removeLine(step: string): Promise<void> {
  if (step !== 'copied') return;
  const path = join(await draftFolder(), 'rows.csv');
  await writeFile(path, (await readFile(path, 'utf8')).replace(/^.*\n/, ''));
}
