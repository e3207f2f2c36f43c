import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from '@fft/engine';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestExchange, type TestExchange } from '../../../testing/test-exchange.ts';
import { PostgresJournal } from '@fft/journal';
import { encodeCommands } from '../codec.ts';
import { verifyApart } from './verify-apart.ts';

const faults = join(import.meta.dirname, '../../../testing/poison.ts');
let exchange: TestExchange;
let planted: Planted | null = null;
let batches = 0;

interface Planted {
  readonly batchId: string;
  readonly sequence: number;
  readonly hash: string;
}

beforeAll(async () => {
  exchange = await startTestExchange();
  await exchange.register('anna');
  await exchange.stopServer();
});
afterEach(async () => {
  if (planted) await setAside(planted.sequence, planted.hash);
});
afterAll(() => exchange.stop());

const deposit = (requestId: string): Command => ({
  type: 'deposit',
  time: 1,
  requestId,
  source: 'chain',
  owner: 1000,
  kind: 'coin',
  asset: 0,
  amount: 5,
});

/** As if a process had written it and died of it. */
async function plant(bytes: Uint8Array): Promise<Planted> {
  const batchId = `0193aaaa-0000-7000-8000-00000000000${++batches}`;
  const journal = new PostgresJournal({ url: exchange.database.url });
  const { sequence, hash } = await journal.append({ batchId, bytes });
  await journal.close();
  planted = { batchId, sequence, hash: Buffer.from(hash).toString('hex') };
  return planted;
}

const plantFault = (requestId: string) => plant(encodeCommands([deposit('sound'), deposit(requestId)]));

async function verify(maxCommandSeconds = 20) {
  vi.stubEnv('NODE_OPTIONS', `--import=${faults}`);
  return verifyApart({
    url: exchange.database.url,
    archive: null,
    say: () => undefined,
    maxCommandSeconds,
    heapMb: 100,
  });
}

/** Output of a start, and how it ends. */
async function start(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ said: string; ended: number | string }> {
  const child = spawn(process.execPath, [`--import=${faults}`, join(import.meta.dirname, '../../main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...exchange.environment,
      PORT: '0',
      MAKER: 'off',
      DEMO_CHAIN: 'off',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A start that succeeds after all would run forever.
    timeout: 40_000,
    killSignal: 'SIGTERM',
  });
  const [said, [code, signal]] = await Promise.all([
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  return { said, ended: signal ?? code ?? -1 };
}

test.each([
  ['poison-throws', 'a check of the engine failed', 20],
  ['poison-loops', 'runs longer than 2 s', 2],
  ['poison-fills-memory', 'out of memory', 20],
] as const)(
  'verify-books survives %s and names the entry, its batch and the command',
  async (fault, why, secondsMax) => {
    const { sequence, batchId } = await plantFault(fault);
    const result = await verify(secondsMax);
    expect(result).toEqual({ poison: expect.stringContaining(why) as string });
    const named = `journal entry ${sequence} (batch ${batchId}), command 2 (deposit): `;
    expect('poison' in result && result.poison.startsWith(named)).toBe(true);
  },
  60_000,
);

test('an entry of unreadable bytes is named', async () => {
  const { sequence, batchId } = await plant(Buffer.from([0xc1, 0xff, 0x00]));
  const named = `journal entry ${sequence} (batch ${batchId}), command 0 (unreadable): `;
  expect(await verify()).toEqual({ poison: expect.stringContaining(named) as string });
}, 60_000);

test('a start that meets an entry that throws or never ends names it and exits', async () => {
  const { sequence, batchId, hash } = await plantFault('poison-throws');
  const thrown = await start();
  const named = `journal entry ${sequence} (batch ${batchId}), command 2 (deposit): a check of the engine failed`;
  expect(thrown).toEqual({ said: expect.stringContaining(named) as string, ended: 1 });

  await setAside(sequence, hash);
  await plant(encodeCommands([deposit('sound'), deposit('poison-loops')]));
  const looping = await start({ COMMAND_SECONDS: '2' });
  expect(looping.said).toContain('command 2 (deposit) runs longer than 2 s');
  expect(looping.ended).toBe('SIGKILL');
}, 90_000);

/** Runs the runbook's own statements. */
async function setAside(sequence: number, hash: string): Promise<void> {
  const file = join(import.meta.dirname, '../../../../../docs/operations/set-aside.sql');
  const statements = (await readFile(file, 'utf8'))
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(":'hash'", `'${hash}'`)
    .replaceAll(':entry', String(sequence));
  await exchange.database.pool.query(statements).catch(async (error: unknown) => {
    await exchange.database.pool.query('rollback');
    throw error;
  });
  planted = null;
}

test('the runbook sets aside a poison entry and all that follow, and the exchange continues from the entry before', async () => {
  const { sequence, batchId, hash } = await plantFault('poison-throws');
  await expect(setAside(sequence, '00'.repeat(32))).rejects.toThrow('division by zero');
  await expect(setAside(sequence - 1, hash)).rejects.toThrow('division by zero');
  await setAside(sequence, hash);
  const { rows } = await exchange.database.pool.query(
    'select sequence, batch_id from journal_set_aside order by batch_id desc limit 1',
  );
  expect(rows).toEqual([{ sequence, batch_id: batchId }]);
  expect(await verify()).toMatchObject({ report: { differences: [], entries: sequence - 1 } });
  // A lookup of the batch by its id reports that it had no effect.
  const journal = new PostgresJournal({ url: exchange.database.url });
  expect(await journal.find(batchId)).toBeNull();
  await journal.close();
  await exchange.startServer();
  const someone = await exchange.register('someone');
  expect(someone.id).not.toBe('');
  await exchange.stopServer();
}, 60_000);

test('an entry already in the tables was answered, and is not set aside', async () => {
  await exchange.startServer();
  await exchange.stopServer();
  const { rows } = await exchange.database.pool.query<{ sequence: number; hash: Buffer }>(
    'select sequence, hash from journal_entry order by sequence desc limit 1',
  );
  const [last] = rows;
  await expect(setAside(last?.sequence ?? 0, last?.hash.toString('hex') ?? '')).rejects.toThrow('division by zero');
}, 60_000);
