import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first: a slow file that starts last would keep only one core busy at the end. */
const slow = [
  'apps/exchange/testing/call-bounds/call-bounds.test.ts',
  'apps/demo/src/market/demo-market.large.test.ts',
  'apps/exchange/src/custody/deposits/deposit-kills.test.ts',
  'apps/signer/testing/attack/attack.large.test.ts',
  'apps/exchange/src/ledger/reconciliation/archived-books.test.ts',
  'apps/exchange/src/banks/entries/counts-once.property.test.ts',
  'apps/exchange/src/custody/chains/utxo/litecoin.test.ts',
  'apps/exchange/src/ledger/reconciliation/poison.large.test.ts',
  'apps/demo/src/chain/solana/demo-journey.test.ts',
  'apps/exchange/src/database/standby/standby-frozen.large.test.ts',
  'apps/exchange/src/binance/streams/market-streams.test.ts',
  'packages/engine/src/differential.test.ts',
  'e2e/banks.test.ts',
  'e2e/every-page.test.ts',
  'e2e/deposit.test.ts',
  'e2e/sheets.test.ts',
  'e2e/two-customers.test.ts',
  'e2e/installed.test.ts',
  'e2e/pro-chart.test.ts',
  'e2e/start.test.ts',
  'e2e/theme.test.ts',
  'e2e/charts.test.ts',
  'e2e/reactions.test.ts',
  'e2e/workspace.test.ts',
  'e2e/order-types.test.ts',
  'e2e/account.test.ts',
  'e2e/console.test.ts',
  'e2e/notifications.test.ts',
  'e2e/ways.test.ts',
  'e2e/forms.test.ts',
  'e2e/workspace-work.test.ts',
  'e2e/console-withdrawal.test.ts',
  'e2e/advanced-orders.test.ts',
  'e2e/own-network.test.ts',
  'e2e/console-operators.test.ts',
];

/** Starts slow files first, then the others in Vitest's order. */
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
