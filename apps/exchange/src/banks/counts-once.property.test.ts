import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeBanks, openBankRuns, runBanks } from '../../testing/bank-runs.ts';

/** More cases with BANK_CASES, others with BANK_SEED. */
const numRuns = Number(process.env['BANK_CASES'] ?? 100);
const seed = Number(process.env['BANK_SEED'] ?? 51);
let close: () => Promise<void>;

beforeAll(async () => {
  close = await openBankRuns();
});
afterAll(() => close());

test(
  `a bank's entries count once in whatever mixture it reports them (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    let cases = 0;
    const property = fc.asyncProperty(madeBanks, async (facts) => {
      await runBanks(facts);
      cases += 1;
    });
    // Cases share a database: a smaller case would take minutes to find. Seed and path repeat this one.
    await fc.assert(property, { numRuns, seed, endOnFailure: true });
    expect(cases).toBe(numRuns);
  },
);
