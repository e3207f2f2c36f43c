import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PoolClient } from 'pg';
import { type ArchiveStore, ArchiveUnreadable, openArchive } from '../../platform/object-storage/archive-store.ts';
import { ArchiveAltered, type ArchiveFile, fetchArchived, listArchiveFiles } from '../archive/archive-files.ts';
import { literal, runDuckDb } from '../archive/duckdb.ts';
import { fillLines } from '../archive/fill-lines.ts';
import type { Sums } from './replayed-books.ts';

/** Archived postings of an account. */
export interface ArchivedAccount {
  available: bigint;
  frozen: bigint;
  rows: bigint;
  /** Those after the entry from which the books are compared. */
  later: bigint;
}

export const noPostings: Readonly<ArchivedAccount> = {
  available: 0n,
  frozen: 0n,
  rows: 0n,
  later: 0n,
};

/** An archived order, as far as it is compared. */
export interface ArchivedOrder {
  readonly id: number;
  readonly owner: number;
  readonly market: number;
  readonly side: string;
  readonly price_ticks: number;
  readonly quantity_lots: number;
  readonly filled_lots: number;
  readonly filled_notional: number;
  readonly fee: number;
  readonly state: string;
}

/** The archive's contents, from its files. */
export interface ArchivedBooks {
  /** Files that can't be read or were changed, and opening balances that differ from them. With any, the rest is incomplete. */
  readonly problems: string[];
  /** By `owner kind asset`. */
  readonly accounts: Map<string, ArchivedAccount>;
  /** As in the replay: `market lots` …, of the trades that it has. */
  readonly fills: Sums;
}

interface Wanted {
  /** The archive's address; null if none is set. */
  readonly archive: string | null;
  readonly from: number;
  readonly firstTrades: ReadonlyMap<number, number>;
  readonly onOrder: (order: ArchivedOrder) => void;
  readonly say: (line: string) => void;
}

/** Reads every file of the archive, one at a time, and compares the opening balances in the tables with them. */
export async function readArchivedBooks(moment: PoolClient, wanted: Wanted): Promise<ArchivedBooks> {
  const books: ArchivedBooks = { problems: [], accounts: new Map(), fills: new Map() };
  const files = await listArchiveFiles(moment);
  if (files.length === 0) return books;
  if (wanted.archive === null) {
    books.problems.push(`${files.length} files of the archive can't be checked: set ARCHIVE_URL`);
    return books;
  }
  const store = openArchive(wanted.archive);
  for (const [index, file] of files.entries()) {
    await readFile(file, store, { books, wanted });
    wanted.say(`read ${index + 1} of ${files.length} archive files`);
  }
  if (books.problems.length === 0) books.problems.push(...(await compareOpenings(moment, books)));
  return books;
}

interface Reading {
  readonly books: ArchivedBooks;
  readonly wanted: Wanted;
}

async function readFile(file: ArchiveFile, store: ArchiveStore, { books, wanted }: Reading): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-archive-'));
  try {
    const path = await fetchArchived(file, { store, folder });
    const source = `read_parquet(${literal(path)})`;
    if (file.table === 'orders') await readOrders(source, folder, wanted);
    else if (file.table === 'postings') await addAccounts(source, folder, { books, wanted });
    else {
      await addAccounts(`(${fillLines(source)})`, folder, { books, wanted });
      await addFills(source, folder, { books, wanted });
    }
  } catch (error) {
    if (!(error instanceof ArchiveUnreadable || error instanceof ArchiveAltered)) throw error;
    books.problems.push(error.message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function addAccounts(source: string, folder: string, { books, wanted }: Reading): Promise<void> {
  const [rows = []] = await runDuckDb(folder, [
    `select owner || ' ' || kind || ' ' || asset as account, sum(available_delta)::text as available, sum(frozen_delta)::text as frozen,
      count(*)::text as rows, (count(*) filter (where sequence > ${wanted.from}))::text as later
    from ${source} group by owner, kind, asset`,
  ]);
  for (const { account, available, frozen, rows: count, later } of rows) {
    const known = books.accounts.get(String(account)) ?? { ...noPostings };
    known.available += BigInt(available ?? 0);
    known.frozen += BigInt(frozen ?? 0);
    known.rows += BigInt(count ?? 0);
    known.later += BigInt(later ?? 0);
    books.accounts.set(String(account), known);
  }
}

async function addFills(source: string, folder: string, { books, wanted }: Reading): Promise<void> {
  const firsts = [...wanted.firstTrades].map(([market, first]) => `when ${market} then trade_number >= ${first}`);
  const isReplayed =
    wanted.from === 0 ? 'true' : firsts.length === 0 ? 'false' : `case market ${firsts.join(' ')} else false end`;
  const [rows = []] = await runDuckDb(folder, [
    `select market, count(*)::text as fills, sum(quantity_lots)::text as lots, sum(notional)::text as notional,
      sum(maker_fee + taker_fee)::text as fees from ${source} where ${isReplayed} group by market`,
  ]);
  for (const { market, ...sums } of rows) {
    for (const [name, sum] of Object.entries(sums)) {
      const key = `${market} ${name}`;
      books.fills.set(key, (books.fills.get(key) ?? 0n) + BigInt(sum ?? 0));
    }
  }
}

/** Line by line, as there may be millions. */
async function readOrders(source: string, folder: string, { onOrder }: Wanted): Promise<void> {
  const csv = join(folder, 'orders.csv');
  const columns = 'id, owner, market, side, price_ticks, quantity_lots, filled_lots, filled_notional, fee, state';
  await runDuckDb(folder, [`copy (select ${columns} from ${source}) to ${literal(csv)} (format csv, header false)`]);
  for await (const line of createInterface({ input: createReadStream(csv) })) {
    const [id, owner, market, side = '', ...words] = line.split(',');
    const [price_ticks, quantity_lots, filled_lots, filled_notional, fee, state = ''] = words;
    onOrder({
      id: Number(id),
      owner: Number(owner),
      market: Number(market),
      side,
      price_ticks: Number(price_ticks),
      quantity_lots: Number(quantity_lots),
      filled_lots: Number(filled_lots),
      filled_notional: Number(filled_notional),
      fee: Number(fee),
      state,
    });
  }
}

async function compareOpenings(moment: PoolClient, { accounts }: ArchivedBooks): Promise<string[]> {
  const { rows } = await moment.query<{ account: string; sums: string }>(
    `select owner || ' ' || kind || ' ' || asset as account, concat_ws(' ', rows, available_delta, frozen_delta) as sums from archived_balances`,
  );
  const stored = new Map(rows.map(({ account, sums }) => [account, sums]));
  return [...new Set([...stored.keys(), ...accounts.keys()])]
    .filter((account) => {
      const { rows: count, available, frozen } = accounts.get(account) ?? noPostings;
      return stored.get(account) !== `${count} ${available} ${frozen}`;
    })
    .map((account) => `account ${account}: its opening balance differs from the archive`);
}
