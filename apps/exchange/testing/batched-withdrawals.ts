import type { Custody } from '../src/custody/custody.ts';
import type { WithdrawalRow } from '../src/funds/withdrawals/index.ts';
import type { TestLedger } from './test-ledger.ts';

interface BatchingCustody extends Pick<TestLedger, 'database' | 'passTime' | 'withdrawal'> {
  readonly custody: Custody;
}

/** Reads what became of withdrawals that custody pays together. */
export function batchedWithdrawals(opened: () => BatchingCustody, gatherMs: number) {
  const now = (rows: readonly WithdrawalRow[]) => Promise.all(rows.map(({ id }) => opened().withdrawal(id)));
  return {
    /** Lets withdrawals gather, and then be paid. */
    gather: async (): Promise<void> => {
      await opened().custody.tick();
      opened().passTime(gatherMs);
      await opened().custody.tick();
    },
    states: async (rows: readonly WithdrawalRow[]) => (await now(rows)).map(({ state }) => state),
    txids: async (rows: readonly WithdrawalRow[]) => [...new Set((await now(rows)).map(({ txid }) => txid))],
    payments: (rows: readonly WithdrawalRow[]) =>
      opened()
        .database.db.selectFrom('chain_payments')
        .selectAll()
        .where('purpose', '=', 'withdrawal')
        .where(
          'reference',
          'in',
          rows.map(({ id }) => id),
        )
        .orderBy('reference')
        .execute(),
    openPayments: () =>
      opened()
        .database.db.selectFrom('chain_payments')
        .selectAll()
        .where('state', 'in', ['reserved', 'signed'])
        .execute(),
  };
}
