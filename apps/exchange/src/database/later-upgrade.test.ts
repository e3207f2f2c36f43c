import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkMigrations } from '../../testing/migration-rules/check-migrations.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Build, thisBuild } from './build.ts';
import { migrate } from './migrate.ts';
import type { Step } from './migration-step.ts';
import { processName } from './older-processes.ts';

/** An example of what a later release may do, with numbers far above today's: its two migrations add something, and take away what versions before 3.3.0 used. */
const later: Readonly<Record<string, Step>> = {
  '0901-alarm-levels': {
    indexes: [{ name: 'candles_by_open', on: 'candles (market, open_ticks)' }],
    up: async (db) => void (await sql`alter table alarms add column level text not null default 'warning'`.execute(db)),
  },
  '0902-drop-first-steps': {
    contract: { unusedSince: '3.3.0' },
    up: async (db) => void (await sql`drop table first_steps_closed`.execute(db)),
  },
};
const next: Build = { version: '3.4.0', migrations: { ...thisBuild.migrations, ...later } };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const hasTable = async (name: string): Promise<boolean> =>
  (await database.pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name])).rows[0]
    ?.found === true;

const indexStates = async (): Promise<boolean[]> => {
  const { rows } = await database.pool.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('candles_by_open')`,
  );
  return rows.map(({ valid }) => valid);
};

/** An open transaction that wrote the table holds up an index of it. */
async function withIndexHeldUp(work: () => Promise<void>): Promise<void> {
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query('begin; lock table candles in row exclusive mode');
  try {
    await work();
  } finally {
    await writer.end();
  }
}

test('the rules of migrations allow the example', async () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../../../CHANGELOG.md'), 'utf8');
  const released = Array.from(changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm), ([, version = '']) => version);
  expect(await checkMigrations(next.migrations, { released })).toEqual([]);
});

test('an upgrade that is interrupted while it adds goes on at the next start, and takes nothing away before older processes stop', async () => {
  await withIndexHeldUp(async () => {
    const interrupted = migrate(database.db, { build: next }).catch((error: unknown) => error);
    await expect.poll(indexStates).toEqual([false]);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'create index concurrently%'`,
    );
    expect(String(await interrupted)).toContain('the index candles_by_open of the migration 0901-alarm-levels');
  });
  // The version before runs on as if nothing had happened.
  expect(await migrate(database.db)).toEqual({ pending: [], unknown: [] });

  const older = new pg.Client({ connectionString: database.url, application_name: processName('3.2.2') });
  await older.connect();
  const { promise: waits, resolve } = Promise.withResolvers<string>();
  const upgraded = migrate(database.db, { build: next, onWait: resolve });
  expect(await waits).toContain('the migration 0902-drop-first-steps takes away what versions before 3.3.0 use');
  expect(await indexStates()).toEqual([true]);
  expect((await database.pool.query('select level from alarms')).rows).toEqual([]);
  expect(await hasTable('first_steps_closed')).toBe(true);
  expect(await migrate(database.db)).toEqual({ pending: [], unknown: ['0901-alarm-levels'] });

  await older.end();
  expect(await upgraded).toEqual({ pending: [], unknown: [] });
  expect(await hasTable('first_steps_closed')).toBe(false);
  expect(await migrate(database.db)).toEqual({ pending: [], unknown: Object.keys(later) });
  await expect(migrate(database.db, { build: { ...thisBuild, version: '3.2.2' } })).rejects.toThrow(
    'this is FFT 3.2.2, and the database needs 3.3.0 or newer',
  );
});
