import type { PoolClient } from 'pg';

/** A column of a bulk insert: its name and its PostgreSQL type. */
export type Column = readonly [name: string, type: string];

/**
 * The text of a statement that inserts any number of rows at once: one array parameter per column.
 * `conflict` is appended, like `on conflict … do update …`.
 */
export function bulkInsertText(table: string, columns: readonly Column[], conflict = ''): string {
  const names = columns.map(([name]) => name).join(', ');
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');
  return `insert into ${table} (${names}) select * from unnest(${arrays}) ${conflict}`;
}

/** Runs such a statement over `rows`; `values` gives a row's values in the order of the columns. */
export async function bulkInsert<Row>(
  client: PoolClient,
  statement: { name: string; text: string; width: number },
  rows: readonly Row[],
  values: (row: Row, index: number) => readonly unknown[],
): Promise<void> {
  if (rows.length === 0) return;
  const arrays: unknown[][] = Array.from({ length: statement.width }, () => []);
  rows.forEach((row, index) => {
    values(row, index).forEach((value, column) => arrays[column]?.push(value));
  });
  await client.query({ name: statement.name, text: statement.text, values: arrays });
}
