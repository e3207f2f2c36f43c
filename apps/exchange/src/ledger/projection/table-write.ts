import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Query } from './bulk-insert.ts';
import { runCopy, type Copy } from './copy-rows.ts';

/** Key in the position table; all these tables move together. */
const projection = 'ledger';

/** The tables' position: the last entry in them, and the greatest order id. Order ids follow the journal's order. */
export interface TablesPosition {
  readonly sequence: number;
  readonly newestOrder: number;
}

/** Brings tables from one position to a later one. Pure data, so that a thread can execute it. */
export interface TableWrite {
  readonly onto: TablesPosition;
  readonly statements: readonly (Copy | Query)[];
  readonly after: TablesPosition;
}

/** Reads the tables' position; a first start begins at zero. */
export async function readTablesPosition(pool: Pool): Promise<TablesPosition> {
  const text = 'insert into projection (name, sequence) values ($1, 0) on conflict (name) do nothing';
  await pool.query(text, [projection]);
  return positionIn(await pool.query(`${positionText}; ${newestOrderText}`));
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
export async function executeWrite(pool: Pool, { onto, statements, after }: TableWrite): Promise<TablesPosition> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // One round trip and two statements, so that the second sees what the lock waited for.
    const found = positionIn(await client.query(`begin; ${positionText} for update; ${newestOrderFrom(onto)}`));
    if (!isSame(found, onto)) {
      await client.query('rollback');
      return positionIn(await client.query(`${positionText}; ${newestOrderText}`));
    }
    for (const statement of statements) await run(client, statement);
    await client.query(`update projection set sequence = ${after.sequence} where name = '${projection}'; commit`);
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
const newestOrderText = 'select coalesce(max(id), 0)::bigint as newest from orders';
/** Of those from the known one on, so that no older partition is planned for; 0 if the known one is gone. */
const newestOrderFrom = ({ newestOrder }: TablesPosition): string => `${newestOrderText} where id >= ${newestOrder}`;

/** Reads the answers of both statements. */
function positionIn(answers: unknown): TablesPosition {
  const [orders, position] = (answers as readonly QueryResult<{ sequence: number; newest: number }>[]).toReversed();
  return { sequence: position?.rows[0]?.sequence ?? -1, newestOrder: orders?.rows[0]?.newest ?? 0 };
}

export function isSame(one: TablesPosition, other: TablesPosition): boolean {
  return one.sequence === other.sequence && one.newestOrder === other.newestOrder;
}

async function run(client: PoolClient, statement: Copy | Query): Promise<void> {
  if ('copy' in statement) await runCopy(client, statement);
  else await client.query({ ...statement, values: [...statement.values] });
}
