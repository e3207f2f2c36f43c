import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBanks } from '../../../testing/bank-runs/bank-run.ts';
import { dyingImporter } from '../../../testing/bank-runs/dying-importer.ts';
import { madeBanks } from '../../../testing/bank-runs/made-cases.ts';
import { openRuns, type RunExchange } from '../../../testing/bank-runs/open-runs.ts';
import { openTestLedger, type TestLedger } from '../../../testing/test-ledger.ts';

/** BANK_CASES sets the number of cases, DEEP_SEED chooses other cases, and BANK_PATH repeats a failed one. */
const numRuns = Number(process.env['BANK_CASES'] ?? 30);
const seed = Number(process.env['DEEP_SEED'] ?? 51);
const path = process.env['BANK_PATH'];
let ledger: TestLedger;
let exchange: RunExchange;

beforeAll(async () => {
  ledger = await openTestLedger();
  exchange = await openRuns(ledger, ledger.database.db);
});
afterAll(() => ledger.close());

test(
  `a bank's entries count once in whatever mixture it reports them (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    let cases = 0;
    const property = fc.asyncProperty(madeBanks, async (made) => {
      await runBanks(exchange, made, (choose) => dyingImporter(exchange, choose));
      cases += 1;
    });
    // Cases share a database, so finding a smaller case would take minutes. Seed and path repeat the failed case.
    await fc.assert(property, { numRuns, seed, endOnFailure: true, ...(path !== undefined && { path }) });
    expect(cases).toBe(numRuns);
  },
);
