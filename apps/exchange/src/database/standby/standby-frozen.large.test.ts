import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePair, startDatabasePair } from '../../../testing/failover/database-pair.ts';
import { openReading, type Reading, urlOf } from '../../../testing/failover/standby-reading.ts';
import { waitUntil } from '../../../testing/wait-for.ts';
import { poolBounds } from '../pools.ts';

let pair: DatabasePair;
let reading: Reading;
let primary: string;

/** Connections of readers at the standby. */
async function connections(): Promise<number> {
  const client = new pg.Client({ connectionString: pair.standby.url });
  await client.connect();
  const { rowCount } = await client.query(`SELECT FROM pg_stat_activity WHERE application_name = 'fft'`);
  await client.end();
  return rowCount ?? 0;
}

beforeAll(async () => {
  pair = await startDatabasePair();
  // A standby that is frozen must not hold up the tests' commits.
  await pair.primary.execute(`ALTER SYSTEM SET synchronous_standby_names = ''`, 'SELECT pg_reload_conf()');
  await pair.primary.execute('CREATE TABLE notes (text text)');
  reading = await openReading(pair.url, urlOf(pair.standby));
  const { rows } = await sql<{ from: string }>`select current_setting('data_directory') as from`.execute(
    reading.reads.exact,
  );
  primary = rows[0]?.from ?? '';
  await waitUntil(async () => (await reading.notes()).from !== primary);
});
afterAll(async () => {
  await reading.close();
  await pair.stop();
});

/** Sockets to the standby's door that this process holds open. Linux lists one that is closed without an inode. */
async function held(): Promise<number> {
  const rows = (await readFile('/proc/self/net/tcp', 'latin1')).trim().split('\n').slice(1);
  const port = pair.standby.door.port.toString(16).toUpperCase().padStart(4, '0');
  const fields = rows.map((row) => row.trim().split(/\s+/));
  return fields.filter(([, , remote, , , , , , , inode]) => remote?.endsWith(`:${port}`) && inode !== '0').length;
}

test('readers of a standby that freezes, and new ones, are answered by the primary; thawed, it is read again', async () => {
  const before = reading.lines.length;
  // Some run at the standby, where they wait for a lock, and some wait for a connection to it.
  const holder = new pg.Client({ connectionString: pair.standby.url });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(7)');
  const waiting = sql<{ from: string }>`select current_setting('data_directory') as from, pg_advisory_lock_shared(7)`;
  const under = Array.from({ length: 8 }, () => waiting.execute(reading.reads.console));
  await waitUntil(async () => {
    const { rowCount } = await holder.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
    return rowCount === poolBounds.operators.maxConnections;
  });
  await pair.standby.freeze();
  await pair.primary.execute(`INSERT INTO notes VALUES ('while frozen')`);
  const during = await Promise.all(Array.from({ length: 20 }, () => reading.notes('lists')));
  expect(during.map(({ from, texts }) => [from, texts])).toEqual(during.map(() => [primary, ['while frozen']]));
  expect(during.map(({ mark }) => mark.asOf)).toEqual(during.map(() => null));
  for (const answer of under) expect((await answer).rows[0]?.from).toBe(primary);
  // Later callers don't wait for it at all.
  expect(reading.reads.standby?.figures.isUsable).toBe(false);
  expect((await reading.notes()).from).toBe(primary);

  await pair.standby.thaw();
  await holder.end();
  await waitUntil(async () => (await reading.notes()).from !== primary);
  expect((await reading.notes()).texts).toEqual(['while frozen']);
  expect(reading.lines.slice(before).map(({ msg }) => msg)).toEqual(['standby.unusable', 'standby.usable']);
});

test('connections to a standby that hangs don’t pile up, and end once it is left', async () => {
  await Promise.all([reading.notes('exact'), reading.notes('console')]);
  expect(await connections()).toBeGreaterThan(2);
  pair.standby.door.freeze();
  await waitUntil(() => reading.reads.standby?.figures.isUsable === false);
  const { length } = reading.lines;
  // Each look opens one, until it gives up.
  await waitUntil(async () => (await held()) === 1);
  await waitUntil(async () => (await held()) === 0);
  expect(reading.lines).toHaveLength(length);
  await pair.standby.door.shut();
  await pair.standby.door.open();
  await waitUntil(async () => (await reading.notes()).from !== primary);
});

test('a standby that crashes and shows less than before is not taken for current', async () => {
  // It starts again from the checkpoint.
  await pair.primary.execute('CHECKPOINT');
  await reading.notes();
  await pair.standby.execute('CHECKPOINT');
  await pair.primary.execute(`INSERT INTO notes VALUES ('before the crash')`);
  await waitUntil(async () => (await reading.notes()).from !== primary);
  await pair.standby.execute(`ALTER SYSTEM SET recovery_min_apply_delay = '1h'`);
  // It is up again before the next check.
  await reading.stopLooking();
  await pair.standby.crash();
  const client = new pg.Client({ connectionString: pair.standby.url });
  await client.connect();
  const { rowCount } = await client.query(`SELECT FROM notes WHERE text = 'before the crash'`);
  await client.end();
  expect(rowCount).toBe(0);
  expect((await reading.notes()).texts).toContain('before the crash');
});
