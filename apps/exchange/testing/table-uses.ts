import { parse } from 'libpg-query';

/** A table that a statement names. */
export interface TableUse {
  readonly table: string;
  readonly writes: boolean;
}

/** Statements that write the table of their field `relation` or `relations`. */
const writing = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'TruncateStmt']);

/**
 * The tables that a statement of PostgreSQL names, by its parser. A name given by `with` is no table.
 * @throws if the parser refuses the statement
 */
export async function tableUses(sql: string): Promise<readonly TableUse[]> {
  const uses = new Map<string, boolean>();
  const given = new Set<string>();
  collect(await parse(sql), false);
  return [...uses].filter(([table]) => !given.has(table)).map(([table, writes]) => ({ table, writes }));

  function collect(node: unknown, isWritten: boolean): void {
    if (Array.isArray(node)) for (const part of node) collect(part, isWritten);
    if (!isRecord(node)) return;
    if (typeof node['relname'] === 'string') uses.set(node['relname'], isWritten || uses.get(node['relname']) === true);
    if (typeof node['ctename'] === 'string') given.add(node['ctename']);
    for (const [key, value] of Object.entries(node))
      if (writing.has(key) && isRecord(value)) collectWrite(value);
      else collect(value, isWritten && key === 'RangeVar');
  }

  function collectWrite({ relation, relations, ...rest }: Readonly<Record<string, unknown>>): void {
    collect([relation, relations], true);
    collect(rest, false);
  }
}

const isRecord = (node: unknown): node is Readonly<Record<string, unknown>> =>
  typeof node === 'object' && node !== null && !Array.isArray(node);
