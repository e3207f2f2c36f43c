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
 * Executes a write in one transaction with the position, if the tables are at the position it starts from; otherwise writes nothing: a commit whose answer was lost,
 * or another process, has moved them. Returns the position before.
 */
export async function executeWrite(pool: Pool, { onto, statements, after }: TableWrite): Promise<number> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const found = positionIn(await client.query(`begin; ${positionText} for update`));
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
