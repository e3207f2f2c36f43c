import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Query } from './bulk-insert.ts';
import { runCopy, type Copy } from './copy-rows.ts';

/** Rows of the position table are by projection; these tables move together. */
const projection = 'ledger';

/** Where the tables are: the last entry that is in them, and the greatest number of an order. Orders are numbered in the journal's order. */
export interface Standing {
  readonly sequence: number;
  readonly newestOrder: number;
}

/** What brings tables that stand somewhere to a later entry. It is data alone, so that a thread can be asked for it. */
export interface TableWrite {
  readonly onto: Standing;
  readonly statements: readonly (Copy | Query)[];
  readonly after: Standing;
}

/** Reads where the tables are; a first start begins with nothing. */
export async function readStanding(pool: Pool): Promise<Standing> {
  const text = 'insert into projection (name, sequence) values ($1, 0) on conflict (name) do nothing';
  await pool.query(text, [projection]);
  return standingIn(await pool.query(`${positionText}; ${newestOrderText}`));
}

/** The last entry that is in the tables. */
export async function readPosition(pool: Pool): Promise<number> {
  const found = await pool.query<{ sequence: number }>('select sequence from projection where name = $1', [projection]);
  return found.rows[0]?.sequence ?? 0;
}

/**
 * Carries a write out, in one transaction with the position, where the tables stand as it says; otherwise nothing is written: a commit whose answer was lost, or another process, has moved
 * them. Gives where they stood.
 */
export async function carryOut(pool: Pool, { onto, statements, after }: TableWrite): Promise<Standing> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // One message to the database, and two statements, so that the second sees what the lock waited for.
    const stood = standingIn(await client.query(`begin; ${positionText} for update; ${newestOrderText}`));
    if (!isSame(stood, onto)) {
      await client.query('rollback');
      return stood;
    }
    for (const statement of statements) await run(client, statement);
    await client.query(`update projection set sequence = ${after.sequence} where name = '${projection}'; commit`);
    return stood;
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

/** What both texts together are answered. */
function standingIn(answers: unknown): Standing {
  const [orders, position] = (answers as readonly QueryResult<{ sequence: number; newest: number }>[]).toReversed();
  return { sequence: position?.rows[0]?.sequence ?? -1, newestOrder: orders?.rows[0]?.newest ?? 0 };
}

export function isSame(one: Standing, other: Standing): boolean {
  return one.sequence === other.sequence && one.newestOrder === other.newestOrder;
}

async function run(client: PoolClient, statement: Copy | Query): Promise<void> {
  if ('copy' in statement) await runCopy(client, statement);
  else await client.query({ ...statement, values: [...statement.values] });
}
