/** A column of a bulk insert: its name and PostgreSQL type. */
export type Column = readonly [name: string, type: string];

/** A prepared statement and its parameters. */
export interface Query {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Builds a statement that inserts any number of rows at once, with one array parameter per column.
 * `conflict` is appended, such as `on conflict … do update …`.
 */
export function bulkInsertText(table: string, columns: readonly Column[], conflict = ''): string {
  const names = columns.map(([name]) => name).join(', ');
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');
  return `insert into ${table} (${names}) select * from unnest(${arrays}) ${conflict}`;
}

/** Builds the query for `rows`, or none if there are none; `values` returns a row's values in column order. */
export function bulkInsert<Row>(
  { name, text, width }: { name: string; text: string; width: number },
  rows: readonly Row[],
  values: (row: Row) => readonly unknown[],
): readonly Query[] {
  if (rows.length === 0) return [];
  const arrays: unknown[][] = Array.from({ length: width }, () => []);
  for (const row of rows) values(row).forEach((value, column) => arrays[column]?.push(value));
  return [{ name, text, values: arrays }];
}
