import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { copyOf, type ColumnType } from './binary-rows.ts';

/** A table's columns, name and type, in the order of the values. */
export type CopyColumns = readonly (readonly [name: string, type: ColumnType])[];

export interface CopyTarget {
  readonly table: string;
  readonly columns: CopyColumns;
}

/** Rows for PostgreSQL's COPY and the statement that takes them. No row may exist already. */
export interface Copy {
  readonly copy: string;
  readonly bytes: Uint8Array;
}

/** Builds the COPY that adds encoded rows to a table; nothing if there are no rows. */
export function copyBytes({ table, columns }: CopyTarget, rows: readonly Buffer[]): readonly Copy[] {
  if (rows.every(({ length }) => length === 0)) return [];
  const names = columns.map(([name]) => name).join(', ');
  return [{ copy: `copy ${table} (${names}) from stdin (format binary)`, bytes: copyOf(rows) }];
}

/** Runs in the caller's transaction. */
export async function runCopy(client: PoolClient, { copy, bytes }: Copy): Promise<void> {
  const copying = client.query(from(copy));
  copying.end(bytes);
  await finished(copying);
}
