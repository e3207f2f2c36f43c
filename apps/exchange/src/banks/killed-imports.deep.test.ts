import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBanks } from '../../testing/bank-runs/bank-run.ts';
import { startImporting, type ImportingProcesses } from '../../testing/bank-runs/importing.ts';
import { madeBanks } from '../../testing/bank-runs/made-cases.ts';
import { openRuns, type RunExchange } from '../../testing/bank-runs/open-runs.ts';
import { openSharedLedger, type SharedLedger } from '../../testing/bank-runs/shared-ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openListings } from '../ledger/listings/open-listings.ts';
import { Projector } from '../ledger/projection/projector.ts';

const numRuns = Number(process.env['BANK_CASES'] ?? 15);
const seed = Number(process.env['DEEP_SEED'] ?? 1);
let database: TestDatabase;
let projector: Projector;
let ledger: SharedLedger;
let exchange: RunExchange;
let importing: ImportingProcesses;
let clock = 1_700_000_000_000;

beforeAll(async () => {
  database = await createTestDatabase();
  const onError = (error: unknown): never => {
    throw error;
  };
  projector = new Projector({ pool: database.pool, onError });
  await projector.open();
  ledger = await openSharedLedger(database.url, { now: () => clock, onBatch: (batch) => projector.add(batch) });
  await openListings(ledger.host, ledger.gateway);
  const passTime = (ms: number): number => (clock += ms);
  exchange = await openRuns({ ...ledger, passTime }, database.db);
  importing = startImporting(database.url);
});
afterAll(async () => {
  importing.close();
  await ledger.close();
  await projector.close();
  await database.close();
});

test(
  `a file counts once, though the process that takes it over is killed (seed ${seed})`,
  { timeout: 1_200_000 },
  async () => {
    const property = fc.asyncProperty(madeBanks, (made) =>
      runBanks(exchange, made, (choose) => importing.importer(exchange, choose)),
    );
    await fc.assert(property, { numRuns, seed, endOnFailure: true });
    expect(importing.killed()).toBeGreaterThan(numRuns);
  },
);
