import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, slowest first: one that starts last would keep one core busy alone at the end. */
const slow = [
  'apps/exchange/src/custody/lost-deposits.test.ts',
  'apps/exchange/src/admin/tokens.test.ts',
  'apps/exchange/src/accounts/strangers.test.ts',
  'apps/exchange/src/notifications/notifications.test.ts',
  'apps/exchange/src/custody/evm/deep-reorganisations.test.ts',
  'apps/exchange/src/demo/market/demo-market.large.test.ts',
  'packages/engine/src/differential.test.ts',
  'e2e/console-banks.test.ts',
  'e2e/every-page.test.ts',
  'e2e/deposit.test.ts',
  'e2e/console.test.ts',
  'e2e/account.test.ts',
  'e2e/banks.test.ts',
  'e2e/bank-payout.test.ts',
  'e2e/start.test.ts',
  'e2e/reactions.test.ts',
  'e2e/theme.test.ts',
  'e2e/charts.test.ts',
  'e2e/order-types.test.ts',
  'e2e/workspace.test.ts',
  'e2e/installed.test.ts',
  'e2e/console-acts.test.ts',
  'e2e/money.test.ts',
];

/** Starts slow files first; the others as Vitest does. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's method, not an array's
    const rest = await super.sort(files);
    return rest.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const index = slow.findIndex((path) => moduleId.endsWith(path));
  return index === -1 ? slow.length : index;
}
