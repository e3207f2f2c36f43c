import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startExchange, type Exchange } from '../src/app.ts';
import { readSettings } from '../src/config/settings.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { findAnvil } from '../../demo/src/chain/anvil.ts';
import { findLitecoind } from '../../demo/src/chain/litecoind.ts';
import { hasSolanaVm } from '../../demo/src/chain/solana/solana-demo.ts';
import { withdrawalMacKey } from './test-authority.ts';
import { demo } from '../../demo/src/module.ts';

const everywhere = [
  'accounts.deleteExpired',
  'accounts.stopLockedAccounts',
  'admin.journalAlarm',
  'admin.sample',
  'admin.warnings',
  'banks.credit',
  'banks.folder',
  'banks.reconcile',
  'binance.checkKeys',
  'content.broadcasts',
  'content.outbox',
  'database.version',
  'demo.bank',
  'funds.feeTiers',
  'funds.liabilities',
  'funds.profit',
  'funds.resumeWithdrawals',
  'funds.statementExports',
  'ledger.deleteUnfilled',
  'ledger.partitions',
  'ledger.pulse',
  'ledger.reconciliation',
  'ledger.snapshots',
  'markets.haltNotices',
  'markets.saveFiredAlerts',
  'metrics.database',
  'notifications.fillReaders',
  'notifications.send',
  'orders.recurringBuys',
  'orders.tradeNotices',
  'orders.twaps',
  'pictures.deleteUnused',
  'streams.checkSessions',
];
/** Jobs of the demo's chains, if this machine has their programs. */
const ofChains = [
  ...(findAnvil() === null
    ? []
    : ['custody.ETH', 'custody.BSC', 'custody.POLYGON', 'custody.signReserves', 'demo.copyChainState']),
  ...((await hasSolanaVm()) ? ['custody.SOL', 'demo.mineSolana'] : []),
  ...(findLitecoind() === null ? [] : ['custody.LTC', 'demo.mineLitecoin']),
];

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fft-jobs-'));
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Watched {
  readonly exchange: Exchange;
  /** The jobs that are running now. */
  readonly running: Set<string>;
  /** Jobs that began while already running. */
  readonly overlaps: string[];
  /** Log lines of level error and above. */
  readonly errors: string[];
  /** Resolves when a job begins to run. */
  begins(name: string): Promise<void>;
}

async function start(demoChain: 'on' | 'off'): Promise<Watched> {
  const running = new Set<string>();
  const overlaps: string[] = [];
  const errors: string[] = [];
  const waiting = new Map<string, () => void>();
  const settings = readSettings({
    MODE: 'demo',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    CONSOLE_PORT: '0',
    MAKER: 'off',
    DEMO_CHAIN: demoChain,
    DEMO_OPERATORS: 'off',
    WITHDRAWAL_MAC_KEY: withdrawalMacKey,
    COMMAND_SECONDS: '0',
  });
  const exchange = await startExchange({
    settings,
    demo,
    log: pino({ level: 'error' }, { write: (line: string) => errors.push(line) }),
    say: () => undefined,
    onJob: {
      onBegin: (name) => {
        if (running.has(name)) overlaps.push(name);
        running.add(name);
        waiting.get(name)?.();
      },
      onRun: ({ name }) => running.delete(name),
    },
    onFatal: (error) => {
      throw error;
    },
  });
  const begins = (name: string): Promise<void> => new Promise((resolve) => waiting.set(name, resolve));
  return { exchange, running, overlaps, errors, begins };
}

/** Stops the server in the middle of a job and checks that nothing runs afterwards. */
async function expectNothingAfterStopIn(name: string, { exchange, running, overlaps, errors, begins }: Watched) {
  const begun = begins(name);
  exchange.jobs.find((job) => job.name === name)?.wake();
  await begun;
  await turn();
  await exchange.stop();
  expect([...running]).toEqual([]);
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const connections = vi.spyOn(pg.Pool.prototype, 'connect');
  for (const job of exchange.jobs) job.wake();
  await delay(50);
  expect([queries.mock.calls.length, connections.mock.calls.length]).toEqual([0, 0]);
  expect([[...running], overlaps, errors]).toEqual([[], [], []]);
}

test('the server runs exactly the jobs listed here', async () => {
  const { exchange } = await start('off');
  // Before the comparison: a server that lives on would fail the tests that follow.
  await exchange.stop();
  expect(exchange.jobs.map(({ name }) => name).toSorted()).toEqual(everywhere);
});

test.each(everywhere)(
  'a server that is stopped in the middle of %s drains it, and nothing runs afterwards',
  async (name) => {
    await expectNothingAfterStopIn(name, await start('off'));
  },
);

test.each(ofChains)(
  'a server that is stopped in the middle of %s drains it, and nothing runs afterwards',
  { timeout: 60_000 },
  async (name) => {
    const watched = await start('on');
    expect(watched.exchange.jobs.map((job) => job.name)).toEqual(expect.arrayContaining(ofChains));
    await expectNothingAfterStopIn(name, watched);
  },
);
