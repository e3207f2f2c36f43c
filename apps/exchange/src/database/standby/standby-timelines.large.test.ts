import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type DatabasePair,
  type PairedServer,
  socketOf,
  startDatabasePair,
} from '../../../testing/failover/database-pair.ts';
import { Door } from '../../../testing/faults/door.ts';
import { openReading, type Reading, urlOf } from '../../../testing/failover/standby-reading.ts';
import { waitUntil } from '../../../testing/wait-for.ts';

let pair: DatabasePair;
/** A standby that stays with the replaced primary. */
let stale: PairedServer;
/** An address that moves to the new primary. */
let moving: Door;
/** Reads at the stale standby, and knows the primary by that address. */
let reading: Reading;
const opened: Reading[] = [];

async function open(primaryUrl: string, server: PairedServer): Promise<Reading> {
  const one = await openReading(primaryUrl, urlOf(server));
  opened.push(one);
  return one;
}

async function query<Row extends pg.QueryResultRow>(server: PairedServer, text: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows[0];
}

const folderOf = async (server: PairedServer): Promise<string> =>
  (await query<{ folder: string }>(server, `SELECT current_setting('data_directory') AS folder`))?.folder ?? '';
const isUsable = (one: Reading): boolean => one.reads.standby?.figures.isUsable === true;

beforeAll(async () => {
  pair = await startDatabasePair();
  await pair.primary.execute(`ALTER SYSTEM SET synchronous_standby_names = ''`, 'SELECT pg_reload_conf()');
  await pair.primary.execute('CREATE TABLE notes (text text)');
  stale = await pair.follow(pair.primary);
  moving = new Door(socketOf(pair.primary.url));
  await moving.open();
  reading = await open(urlOf({ url: pair.primary.url, door: moving }), stale);
  await waitUntil(() => isUsable(reading));
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await moving.shut();
  await pair.stop();
});

test('what a standby answers after it was promoted beside its primary is not used', async () => {
  const beside = await open(urlOf(pair.primary), pair.standby);
  await waitUntil(() => isUsable(beside));
  const standby = await folderOf(pair.standby);
  const primary = await folderOf(pair.primary);
  // No check has noticed the promotion yet: the answer itself must reveal it.
  await beside.stopLooking();
  const holder = new pg.Client({ connectionString: pair.standby.url });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(7)');
  const held = sql<{ from: string }>`select current_setting('data_directory') as from, pg_advisory_lock_shared(7)`;
  const answer = held.execute(beside.reads.console);
  const waits = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await waitUntil(async () => (await query<{ count: number }>(pair.standby, waits))?.count === 1);
  expect(standby).not.toBe(primary);
  await pair.standby.execute('SELECT pg_promote()');
  await holder.query('SELECT pg_advisory_unlock(7)');
  expect((await answer).rows.map(({ from }) => from)).toEqual([primary]);
  expect((await beside.notes('console')).from).toBe(primary);
  await holder.end();
});

test('nothing is read from a standby of the replaced primary, although it has replayed further than the new one', async () => {
  await pair.primary.execute(
    `INSERT INTO notes SELECT 'lost in the failover' FROM generate_series(1, 20000)`,
    'SELECT pg_switch_wal()',
  );
  await pair.standby.execute(`INSERT INTO notes VALUES ('after')`);
  const position = `pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0')::float8`;
  const positionOf = async (server: PairedServer): Promise<number> =>
    (await query<{ at: number }>(server, `SELECT ${position} AS at`))?.at ?? 0;
  await waitUntil(async () => (await positionOf(stale)) > (await positionOf(pair.standby)));

  const folder = await folderOf(pair.standby);
  const old = await folderOf(stale);
  await waitUntil(async () => (await reading.notes()).from === old);
  // The reader finds the new primary with its own query; no check has noticed the promotion.
  await reading.stopLooking();
  await moving.shut();
  moving.leadTo(socketOf(pair.standby.url));
  await moving.open();
  // By now the lost connections are noticed.
  expect(await folderOf(stale)).toBe(old);
  for (let round = 0; round < 20; round += 1) {
    const notes = await reading.notes();
    expect([notes.from, notes.texts.includes('after')]).toEqual([folder, true]);
  }
  const again = await open(pair.url, stale);
  const reason = 'the server follows a primary that was replaced: timeline 1 instead of 2';
  await waitUntil(() => again.lines.length > 0);
  expect(again.lines.map(({ msg, reasons }) => [msg, reasons])).toEqual([
    ['standby.unusable', [expect.stringContaining(reason)]],
  ]);
  expect((await again.notes('lists')).from).toBe(folder);
});

test('nothing is read from a standby of another server that was promoted beside the primary', async () => {
  const other = await pair.follow(pair.standby);
  const beside = await open(urlOf(pair.primary), other);
  await waitUntil(() => beside.lines.length > 0);
  const reason = 'the server follows another primary: timeline 2 instead of 1';
  expect(beside.lines.map(({ reasons }) => reasons)).toEqual([[expect.stringContaining(reason)]]);
  expect((await beside.notes('lists')).from).toBe(await folderOf(pair.primary));
});
