import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import type { Tables } from './database/tables.ts';
import { createLog } from './log.ts';
import { openStorage } from './storage.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.close());

async function boundOf(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(db);
  return rows[0]?.statement_timeout;
}

test('statements of calls are bounded; those of migrations and of the projector are not', async () => {
  await using closing = new AsyncDisposableStack();
  const { database, longRunning } = await openStorage({
    settings: { databaseUrl: own.url, dataDir: '', nats: null },
    log: createLog('silent'),
    say: () => undefined,
    closing,
  });
  expect([await boundOf(database.db), await boundOf(longRunning.db)]).toEqual(['10s', '0']);
});
