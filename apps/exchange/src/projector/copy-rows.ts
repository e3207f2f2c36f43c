import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { BinaryRows, type ColumnType, type Value } from './binary-rows.ts';

/** A table's columns in the order of the values: name and type. */
export type CopyColumns = readonly (readonly [name: string, type: ColumnType])[];

/** Adds rows to a table by PostgreSQL's COPY, in the caller's transaction. None of them may be there yet. */
export async function copyRows<Row>(
  client: PoolClient,
  { table, columns }: { readonly table: string; readonly columns: CopyColumns },
  rows: readonly Row[],
  values: (row: Row) => readonly Value[],
): Promise<void> {
  if (rows.length === 0) return;
  const binary = new BinaryRows(columns.map(([, type]) => type));
  for (const row of rows) binary.add(values(row));
  const names = columns.map(([name]) => name).join(', ');
  const copying = client.query(from(`copy ${table} (${names}) from stdin (format binary)`));
  copying.end(binary.take());
  await finished(copying);
}
