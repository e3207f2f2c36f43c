import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Query } from './bulk-insert.ts';
import { runCopy, type Copy } from './copy-rows.ts';

/** Key in the table of positions; all these tables move together. */
const projection = 'ledger';

/** Brings tables from one position, the last entry in them, to a later one. Pure data, so that a thread can execute it. */
export interface TableWrite {
  readonly onto: number;
  readonly statements: readonly (Copy | Query)[];
  readonly after: number;
}

/** Reads the tables' position; a first start begins at zero. */
export async function readTablesPosition(pool: Pool): Promise<number> {
  const text = 'insert into projection (name, sequence) values ($1, 0) on conflict (name) do nothing';
  await pool.query(text, [projection]);
  return readPosition(pool);
}

/** The last entry in the tables. */
export async function readPosition(pool: Pool): Promise<number> {
  const found = await pool.query<{ sequence: number }>('select sequence from projection where name = $1', [projection]);
  return found.rows[0]?.sequence ?? 0;
}

/**
 * Makes the planner find changed orders by their keys. A growing table has more rows than its statistics say, so that the planner would read all of it, or all owners'
 * entries of an index. The general plan doesn't depend on the ids, and with free pages it holds for an empty table too.
 */
const byKeys = [
  'plan_cache_mode = force_generic_plan',
  'seq_page_cost = 0',
  'random_page_cost = 0',
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material'].map((way) => `enable_${way} = off`),
]
  .map((setting) => `set local ${setting}; `)
  .join('');

/**
 * Executes a write in one transaction with the position, if the tables are at the position it starts from; otherwise writes nothing: a commit whose answer was lost,
 * or another process, has moved them. Returns the position before.
 */
export async function executeWrite(pool: Pool, { onto, statements, after }: TableWrite): Promise<number> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const found = positionIn(await client.query(`begin; ${byKeys}${positionText} for update`));
    if (found !== onto) {
      await client.query('rollback');
      return found;
    }
    for (const statement of statements) await run(client, statement);
    await client.query(`update projection set sequence = ${after} where name = '${projection}'; commit`);
    return found;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    await client.query('rollback').catch(() => undefined);
    throw failure;
  } finally {
    client.release(failure);
  }
}

const positionText = `select sequence from projection where name = '${projection}'`;

/** Reads the last of several statements' answers. */
function positionIn(answers: unknown): number {
  return (answers as readonly QueryResult<{ sequence: number }>[]).at(-1)?.rows[0]?.sequence ?? -1;
}

async function run(client: PoolClient, statement: Copy | Query): Promise<void> {
  if ('copy' in statement) await runCopy(client, statement);
  else await client.query({ ...statement, values: [...statement.values] });
}
