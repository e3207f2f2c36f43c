import { readdir } from 'node:fs/promises';
import { expect, vi } from 'vitest';
import { countDue } from '../src/ledger/archive/archive-history.ts';
import { archiveCutoff } from '../src/ledger/archive/create-archive-job.ts';
import type { TestExchange } from './test-exchange.ts';

/** Each file takes several runs of DuckDB, which a busy machine needs seconds for. */
const archivingMs = 90_000;

/** Resolves when all that is a month old by `time` is in the archive's folder, of each of these tables at least one file. */
export async function archived(
  { database, wake }: TestExchange,
  folder: string,
  time: number,
  tables = ['fills', 'orders'],
): Promise<void> {
  const { pool } = database;
  const check = async (): Promise<void> => {
    wake('ledger.archive');
    // A file is in the folder before the tables record it, and tests that change it would race with the job.
    const { rows } = await pool.query<{ name: string; table: string }>(
      'select name, table_name as table from archive_files order by name',
    );
    expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(tables));
    expect((await readdir(folder)).toSorted()).toEqual(rows.map(({ name }) => name));
    expect(await countDue({ ...database, cutoff: archiveCutoff(time, 1) })).toBe(0);
  };
  await vi.waitFor(check, { timeout: archivingMs, interval: 20 });
}
