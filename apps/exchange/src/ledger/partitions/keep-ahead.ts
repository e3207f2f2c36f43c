import { assert } from '@fft/decimal';
import type { Pool } from 'pg';
import { cutLast } from './cut-last.ts';
import { firstOrderFrom, newestOrder } from './first-order-from.ts';
import { fills, lastOf, listPartitions, orders, type PartitionedTable, postings } from './partitioned-tables.ts';
import { type Period, periodStart } from './periods.ts';

/** Periods for which partitions exist before they begin. */
const periodsAhead = 2;
/** A partition of orders covers about as many ids as the last period used: a quiet exchange needs no more than a few. */
const minIds = 1_000_000;

export interface Cutting {
  readonly period: Period;
  readonly now: number;
  /** Called for each partition that is made. */
  readonly onCut: (name: string) => void;
}

/** Makes the partitions of the next two periods. Anything older goes to those that exist, the first of which has no beginning. */
export async function keepAhead(pool: Pool, cutting: Cutting): Promise<void> {
  for (const table of [fills, postings]) await keepTimesAhead(pool, table, cutting);
  await keepIdsAhead(pool, cutting);
}

async function keepTimesAhead(pool: Pool, table: PartitionedTable, { period, now, onCut }: Cutting): Promise<void> {
  for (;;) {
    const from = await startOfLast(pool, table);
    if (from >= periodStart(period, now, periodsAhead)) return;
    const newest = await newestInLast(pool, table);
    // A start long ago, such as an old exchange's or a simulation's, is one partition, not hundreds.
    const past = Math.max(periodStart(period, now), periodStart(period, from, 1));
    const at = newest === null ? past : Math.max(past, periodStart(period, Math.max(now, newest), periodsAhead));
    const name = `${table.table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;
    await cutLast(pool, table, { from, at, name });
    onCut(name);
  }
}

async function keepIdsAhead(pool: Pool, { period, now, onCut }: Cutting): Promise<void> {
  for (;;) {
    const from = await startOfLast(pool, orders);
    const newest = await newestOrder(pool);
    const used = newest - (await firstOrderFrom(pool, periodStart(period, now, -1)));
    const size = Math.max(minIds, Math.ceil(used / minIds) * minIds);
    if (from - newest >= size) return;
    const at = from + Math.max(size, Math.ceil((newest - from) / minIds) * minIds + size);
    const name = `${orders.table}_${from}`;
    await cutLast(pool, orders, { from, at, name });
    onCut(name);
  }
}

async function startOfLast(pool: Pool, table: PartitionedTable): Promise<number> {
  const from = (await listPartitions(pool, table.table)).find(({ name }) => name === lastOf(table))?.from ?? null;
  assert(from !== null, `${table.table} has no last partition`);
  return from;
}

async function newestInLast(pool: Pool, table: PartitionedTable): Promise<number | null> {
  const { rows } = await pool.query<{ newest: number | null }>(
    `select max(${table.key}) as newest from ${lastOf(table)}`,
  );
  return rows[0]?.newest ?? null;
}
