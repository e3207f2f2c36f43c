import pg from 'pg';

/**
 * Takes work from a PostgreSQL of tests that they don't need: each exchange opens some twenty connections, whose passwords take 4,096 hashes each,
 * and no database lives long enough to be vacuumed.
 */
export async function quickenPostgres(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set scram_iterations = 1');
    await client.query(`alter role ${client.escapeIdentifier(username)} password ${client.escapeLiteral(password)}`);
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
