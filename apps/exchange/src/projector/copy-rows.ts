import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { BinaryRows, copyOf, type ColumnType, type Value } from './binary-rows.ts';

/** A table's columns in the order of the values: name and type. */
export type CopyColumns = readonly (readonly [name: string, type: ColumnType])[];

export interface CopyTarget {
  readonly table: string;
  readonly columns: CopyColumns;
}

/** Adds rows to a table by PostgreSQL's COPY, in the caller's transaction. None of them may be there yet. */
export async function copyRows<Row>(
  client: PoolClient,
  target: CopyTarget,
  rows: readonly Row[],
  values: (row: Row) => readonly Value[],
): Promise<void> {
  const binary = new BinaryRows(target.columns.map(([, type]) => type));
  for (const row of rows) binary.add(values(row));
  await copyBytes(client, target, [binary.take()]);
}

/** As {@link copyRows}, of rows that are in PostgreSQL's form already. */
export async function copyBytes(
  client: PoolClient,
  { table, columns }: CopyTarget,
  rows: readonly Buffer[],
): Promise<void> {
  if (rows.every(({ length }) => length === 0)) return;
  const names = columns.map(([name]) => name).join(', ');
  const copying = client.query(from(`copy ${table} (${names}) from stdin (format binary)`));
  copying.end(copyOf(rows));
  await finished(copying);
}
