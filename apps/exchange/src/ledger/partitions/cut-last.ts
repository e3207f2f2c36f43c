import type { Pool, PoolClient } from 'pg';
import { withBriefLocks } from './brief-locks.ts';
import { lastOf, type PartitionedTable } from './partitioned-tables.ts';

export interface Cut {
  /** Value of the key at which the last partition begins. */
  readonly from: number;
  /** Value at which the next one begins. */
  readonly at: number;
  /** Name of the partition between. */
  readonly name: string;
}

/**
 * Cuts a table's last partition in two: what it holds gets a name and an end, and a new, empty one takes all beyond. Neither is read while the table is locked: the last
 * one is empty, or a check has proven the end before. Until such a cut is done no row beyond `at` can be written, so it must lie well ahead.
 */
export async function cutLast(pool: Pool, table: PartitionedTable, cut: Cut): Promise<void> {
  await dropBound(pool, table);
  if (!(await isEmpty(pool, table))) await proveBound(pool, table, cut.at);
  await withBriefLocks(pool, (client) => swap(client, table, cut));
  await withBriefLocks(pool, (client) =>
    client.query(`alter table ${cut.name} drop constraint if exists ${boundOf(table)}`),
  );
}

const boundOf = (table: PartitionedTable): string => `${lastOf(table)}_bound`;

/** Of a cut that was interrupted. */
async function dropBound(pool: Pool, table: PartitionedTable): Promise<void> {
  const { rowCount } = await pool.query('select from pg_constraint where conname = $1', [boundOf(table)]);
  if (rowCount === 0) return;
  await withBriefLocks(pool, (client) =>
    client.query(`alter table ${lastOf(table)} drop constraint if exists ${boundOf(table)}`),
  );
}

async function proveBound(pool: Pool, table: PartitionedTable, at: number): Promise<void> {
  const [last, bound] = [lastOf(table), boundOf(table)];
  await withBriefLocks(pool, (client) =>
    client.query(`alter table ${last} add constraint ${bound} check (${table.key} < ${at}) not valid`),
  );
  await pool.query(`alter table ${last} validate constraint ${bound}`);
}

async function isEmpty(pool: Pool | PoolClient, table: PartitionedTable): Promise<boolean> {
  const { rows } = await pool.query<{ filled: boolean }>(`select exists (select from ${lastOf(table)}) as filled`);
  return rows[0]?.filled === false;
}

async function swap(client: PoolClient, spec: PartitionedTable, { from, at, name }: Cut): Promise<void> {
  const { table, options } = spec;
  const last = lastOf(spec);
  await client.query(
    `lock table only ${table} in access exclusive mode; lock table only ${last} in access exclusive mode`,
  );
  const { rowCount } = await client.query('select from pg_constraint where conname = $1', [boundOf(spec)]);
  // A row that came since would have to be searched for under the lock.
  if (rowCount === 0 && !(await isEmpty(client, spec))) throw new LastFilled(last);
  await client.query(`
    alter table ${table} detach partition ${last};
    alter table ${last} rename to ${name};
    alter table ${table} attach partition ${name} for values from (${from}) to (${at});
    create table ${last} (like ${name} including all) ${options};
    alter table ${last} drop constraint if exists ${boundOf(spec)};
    alter table ${table} attach partition ${last} for values from (${at}) to (maxvalue)`);
}

class LastFilled extends Error {
  override readonly name = 'LastFilled';
  constructor(last: string) {
    super(`rows came to ${last} while it was cut: the next run cuts it`);
  }
}
