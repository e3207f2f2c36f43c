import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DataFolderInUse } from './data-folder-lock.ts';
import { type EmbeddedPostgres, embeddedPostgresUrl, startEmbeddedPostgres } from './embedded-postgres.ts';

/** Shared by all tests, in order, as creating a cluster is slow. */
let dataDir: string;
let running: EmbeddedPostgres | null = null;
let lines: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fft-postgres-'));
});
afterEach(async () => {
  await running?.stop();
  running = null;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start({ folder = dataDir, fast = true } = {}): Promise<EmbeddedPostgres> {
  lines = [];
  running = await startEmbeddedPostgres({ dataDir: folder, log: (line) => lines.push(line), fast });
  return running;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test('the first start creates the database, and its data survives a restart', async () => {
  const first = await start();
  expect(lines.join()).toContain('creating the database');
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
  await first.stop();
  const second = await start();
  expect(lines).toEqual([]);
  expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
});

test('another process finds the running server by its folder', async () => {
  const { url } = await start();
  expect(await embeddedPostgresUrl(dataDir)).toBe(url);
});

test('it flushes commits to disk except in tests, sorts by code point and uses UTC', async () => {
  const { url } = await start({ fast: false });
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'TimeZone', 'listen_addresses'];
  const columns = names.map((name) => `current_setting('${name}') AS "${name}"`).join();
  const settings = await query(url, `SELECT ${columns}`);
  expect(settings).toEqual([
    { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', TimeZone: 'UTC', listen_addresses: '' },
  ]);
  expect(await query(url, `SELECT 'Z' < 'a' AS "byCodePoint", lower('Ä') AS lower`)).toEqual([
    { byCodePoint: true, lower: 'ä' },
  ]);
});

test('the password is required, and only its owner can read it', async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('a second start on the same folder is refused, and the first keeps running', async () => {
  const first = await start();
  await expect(startEmbeddedPostgres({ dataDir, log: () => undefined })).rejects.toThrow(DataFolderInUse);
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a killed server is restarted at the same address with everything committed', async () => {
  const { url, pid } = await start({ fast: false });
  await query(url, 'CREATE TABLE committed AS SELECT 1 AS value');
  const before = pid();
  process.kill(Number(before), 'SIGKILL');
  const ask = (): Promise<unknown> => query(url, 'SELECT value FROM committed').catch(() => 'not yet');
  await expect.poll(ask, { timeout: 15_000 }).toEqual([{ value: 1 }]);
  expect(pid()).not.toBe(before);
  expect(lines.join()).toContain('restarting it');
});

test('a failed restart is repeated until it succeeds', async () => {
  const { url, pid } = await start();
  const configuration = join(dataDir, 'postgres/cluster/postgresql.auto.conf');
  await writeFile(configuration, 'no_such_setting = 1\n');
  process.kill(Number(pid()), 'SIGKILL');
  await expect.poll(() => lines.join(), { timeout: 15_000 }).toContain('no_such_setting');
  await writeFile(configuration, '');
  await expect
    .poll(() => query(url, 'SELECT 1 AS one').catch(() => 'not yet'), { timeout: 15_000 })
    .toEqual([{ one: 1 }]);
});

test('the next start stops a server that a killed process left running', async () => {
  const { holder, postmaster } = await startElsewhere({ withoutDeathSignal: true });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await isAlive(postmaster)).toBe(true);
  const { url, pid } = await start();
  expect(lines.join()).toContain('left over');
  expect(await isAlive(postmaster)).toBe(false);
  expect(pid()).not.toBe(postmaster);
  expect(await query(url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
});

test.runIf(process.platform === 'linux')('PostgreSQL ends with its killed process', async () => {
  const { holder, postmaster } = await startElsewhere({ withoutDeathSignal: false });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await expect.poll(() => isAlive(postmaster), { timeout: 15_000 }).toBe(false);
});

test('a lock file whose process id now belongs to another program does not prevent a start', async () => {
  const lockFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  await writeFile(lockFile, `${process.ppid}\n/elsewhere\n`, { mode: 0o600 });
  const { url } = await start();
  expect(await query(url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
  expect(await readFile(lockFile, 'utf8')).not.toContain('/elsewhere');
});

test('an incomplete cluster is discarded and created again, also if its path is too long for a socket', async () => {
  const folder = join(dataDir, 'long'.repeat(30));
  await mkdir(join(folder, 'postgres/half-made-x/base'), { recursive: true });
  await writeFile(join(folder, 'postgres/half-made-x/PG_VERSION'), '18\n');
  const { url } = await start({ folder });
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await readdir(join(folder, 'postgres'))).not.toContain('half-made-x');
});

test('if PostgreSQL cannot start, its output is reported and the folder is free again', async () => {
  const configuration = join(dataDir, 'postgres/cluster/postgresql.auto.conf');
  await writeFile(configuration, 'no_such_setting = 1\n');
  await expect(start()).rejects.toThrow('no_such_setting');
  await writeFile(configuration, '');
  await start();
});

/** Starts a server in another process, which then waits to be killed. */
async function startElsewhere(options: {
  withoutDeathSignal: boolean;
}): Promise<{ holder: ChildProcess; postmaster: number }> {
  const source = new URL('embedded-postgres.ts', import.meta.url).href;
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(source)};
    const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {}, fast: true });
    console.log(pid()); setInterval(() => {}, 1000);`;
  const env = options.withoutDeathSignal ? { ...process.env, PATH: await pathWithoutSetpriv() } : process.env;
  const args = ['--input-type=module', '--eval', script];
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const [line] = (await once(createInterface(holder.stdout), 'line')) as [string];
  return { holder, postmaster: Number(line) };
}

/** A PATH on which the program that ties PostgreSQL to its parent's life fails. */
async function pathWithoutSetpriv(): Promise<string> {
  const folder = join(dataDir, 'bin');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'setpriv'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return `${folder}:${process.env['PATH'] ?? ''}`;
}

/** A zombie has ended and has no program any more. */
async function isAlive(pid: number): Promise<boolean> {
  if (process.platform === 'linux') return readlink(`/proc/${pid}/exe`).then(Boolean, () => false);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
