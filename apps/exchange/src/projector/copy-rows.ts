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

/** Rows for PostgreSQL's COPY, and the statement that takes them. None of them may be there yet. */
export interface Copy {
  readonly copy: string;
  readonly bytes: Uint8Array;
}

/** What adds rows to a table; nothing for none. */
export function copyRows<Row>(
  target: CopyTarget,
  rows: readonly Row[],
  values: (row: Row) => readonly Value[],
): readonly Copy[] {
  const binary = new BinaryRows(target.columns.map(([, type]) => type));
  for (const row of rows) binary.add(values(row));
  return copyBytes(target, [binary.take()]);
}

/** As {@link copyRows}, of rows that are in PostgreSQL's form already. */
export function copyBytes({ table, columns }: CopyTarget, rows: readonly Buffer[]): readonly Copy[] {
  if (rows.every(({ length }) => length === 0)) return [];
  const names = columns.map(([name]) => name).join(', ');
  return [{ copy: `copy ${table} (${names}) from stdin (format binary)`, bytes: copyOf(rows) }];
}

/** In the caller's transaction. */
export async function runCopy(client: PoolClient, { copy, bytes }: Copy): Promise<void> {
  const copying = client.query(from(copy));
  copying.end(bytes);
  await finished(copying);
}
