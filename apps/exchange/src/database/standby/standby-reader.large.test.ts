import { findPrimary } from '@fft/postgres';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DatabasePair, startDatabasePair } from '../../../testing/failover/database-pair.ts';
import { waitUntil } from '../../../testing/wait-for.ts';
import { PoolBusy } from '../open-pool.ts';
import { openPools, poolBounds, type Pools } from '../pools.ts';
import { newReadMark, readMark, type ReadMark } from './read-mark.ts';
import { openReads, type Reads } from './reads.ts';

interface Line {
  readonly msg: string;
  readonly standby?: string;
  readonly reasons?: readonly string[];
}

let pair: DatabasePair;
let pools: Pools;
let reads: Reads;
let identity: string;
/** How often standbys were checked. */
let looks = 0;
const lines: Line[] = [];
const log = pino(
  { serializers: { err: pino.stdSerializers.err } },
  { write: (line) => void lines.push(JSON.parse(line) as Line) },
);

const standbyUrl = (): string => pair.url.replace(/@[^,]+,/, '@').replace('&target_session_attrs=read-write', '');
/** Of a pair's statements, which run past the doors. */
const onPrimary = (...statements: string[]): Promise<void> => pair.primary.execute(...statements);
const onStandby = (...statements: string[]): Promise<void> => pair.standby.execute(...statements);

async function open(url: string): Promise<Reads> {
  const opened = openReads({ url, primaryUrl: pair.url, identity, pools, log, now: Date.now });
  opened.standby?.job.start({ onRun: () => (looks += 1) });
  return opened;
}

beforeAll(async () => {
  pair = await startDatabasePair();
  // A standby that is lost must not hold up the tests' commits.
  await onPrimary(`ALTER SYSTEM SET synchronous_standby_names = ''`, 'SELECT pg_reload_conf()');
  await onPrimary('CREATE TABLE notes (text text)');
  identity = await findPrimary(pair.url);
  pools = openPools(pair.url, () => undefined);
  reads = await open(standbyUrl());
  await waitUntil(() => reads.standby?.figures.isUsable === true);
});
afterEach(async () => {
  await onStandby('SELECT pg_wal_replay_resume()');
  await waitUntil(async () => (await readNotes()).from === 'standby');
});
afterAll(async () => {
  await reads.standby?.job.stop();
  await reads.close();
  for (const pool of Object.values(pools)) await pool.close();
  await pair.stop();
});

interface Notes {
  readonly from: 'standby' | 'primary';
  readonly texts: readonly string[];
  readonly mark: ReadMark;
}

/** Reads as a request does, and asks the server that answers what it is. */
async function readNotes(through: 'lists' | 'exact' | 'console' = 'lists'): Promise<Notes> {
  const mark = newReadMark();
  const query = sql<{ standby: boolean; texts: string[] }>`
    select pg_is_in_recovery() as standby, coalesce(array_agg(text), '{}') as texts from notes`;
  const { rows } = await readMark.run(mark, () => query.execute(reads[through]));
  const [row] = rows;
  return { from: row?.standby === true ? 'standby' : 'primary', texts: row?.texts ?? [], mark };
}

const add = (text: string): Promise<void> => onPrimary(`INSERT INTO notes VALUES ('${text}')`);

test('a standby answers, and shows each time what was committed right before', async () => {
  const from = new Set<string>();
  for (let number = 0; number < 50; number += 1) {
    await add(`now ${number}`);
    const read = await readNotes(number % 2 === 0 ? 'lists' : 'console');
    expect([read.texts.includes(`now ${number}`), read.mark.asOf]).toEqual([true, null]);
    from.add(read.from);
  }
  expect(from).toContain('standby');
});

test('a reader waits for a standby that is briefly behind', async () => {
  await onStandby('SELECT pg_wal_replay_pause()');
  await add('waited for');
  const reading = readNotes();
  await onStandby('SELECT pg_wal_replay_resume()');
  expect((await reading).texts).toContain('waited for');
});

test('while the standby is behind, the primary answers', async () => {
  await onStandby('SELECT pg_wal_replay_pause()');
  await add('only at the primary');
  const { from, texts, mark } = await readNotes();
  expect(texts).toContain('only at the primary');
  expect([from, mark.asOf]).toEqual(['primary', null]);
  await expect.poll(() => reads.standby?.figures.lagMs).toBeGreaterThan(1_000);
});

test('while the standby is behind and the primary’s readers queue, lists show an older state and its time; files fail', async () => {
  const before = Date.now();
  await onStandby('SELECT pg_wal_replay_pause()');
  await add('too new');
  const { reading } = pools;
  const taken = await Promise.all(
    Array.from({ length: poolBounds.reading.maxConnections }, () => reading.pool.connect()),
  );
  const waiting = Array.from({ length: poolBounds.reading.maxWaiting }, () => reading.pool.query('select 1'));

  const { from, texts, mark } = await readNotes();
  expect([from, texts.includes('too new')]).toEqual(['standby', false]);
  expect(mark.asOf).toBeLessThanOrEqual(Date.now());
  expect(mark.asOf).toBeGreaterThan(before - 60_000);
  await expect(readNotes('exact')).rejects.toThrow(PoolBusy);
  // Outside a request there is no response that could carry the time.
  await expect(sql`select from notes`.execute(reads.lists)).rejects.toThrow(PoolBusy);

  for (const client of taken) client.release();
  await Promise.all(waiting);
});

test('while the primary is gone, lists show what the standby has, and its time', async () => {
  await add('before it went');
  await readNotes();
  await pair.primary.door.shut();
  const { from, texts, mark } = await readNotes();
  await pair.primary.door.open();
  expect([from, texts.includes('before it went')]).toEqual(['standby', true]);
  expect(mark.asOf).toBeLessThanOrEqual(Date.now());
});

test('reads survive the death of their standby, and the log reports it once', async () => {
  lines.length = 0;
  const slow = sql<{ standby: boolean }>`select pg_sleep(1), pg_is_in_recovery() as standby`;
  const reading = Array.from({ length: 4 }, () => slow.execute(reads.lists));
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where query like 'select pg_sleep(1)%' and state = 'active'`.execute(
      reads.console,
    );
    return rows[0]?.count ?? 0;
  };
  await expect.poll(count).toBeGreaterThan(1);
  await pair.standby.door.shut();
  const answers = await Promise.all(reading);
  expect(answers.map(({ rows }) => rows.length)).toEqual(answers.map(() => 1));
  expect((await readNotes()).from).toBe('primary');
  await expect.poll(() => reads.standby?.figures.isUsable).toBe(false);
  const seen = looks;
  await waitUntil(() => {
    reads.standby?.job.wake();
    return looks > seen + 2;
  });
  await pair.standby.door.open();
  await expect.poll(() => readNotes().then(({ from }) => from)).toBe('standby');
  expect(lines.map(({ msg }) => msg)).toEqual(['standby.unusable', 'standby.usable']);
});

test('a primary is no standby to read from', async () => {
  lines.length = 0;
  const wrong = await open(pair.url.replace(/,[^/]+\//, '/').replace('&target_session_attrs=read-write', ''));
  await expect
    .poll(() => lines.map(({ reasons }) => reasons))
    .toEqual([[expect.stringContaining('the server is no standby')]]);
  expect(wrong.standby?.figures.isUsable).toBe(false);
  await wrong.standby?.job.stop();
  await wrong.close();
});

test('of several servers the one that is a standby is read from', async () => {
  const both = await open(pair.url.replace('&target_session_attrs=read-write', ''));
  await expect.poll(() => both.standby?.figures.isUsable).toBe(true);
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(both.exact);
  expect(rows).toEqual([{ standby: true }]);
  await both.standby?.job.stop();
  await both.close();
});

test('nothing is written through it', async () => {
  await expect(reads.lists.transaction().execute(() => Promise.resolve())).rejects.toThrow('only single statements');
});
