import { deepStrictEqual } from 'node:assert/strict';
import type { Kysely } from 'kysely';
import type { TestLedger } from '../test-ledger.ts';
import { createHouseAccounts } from '../../src/banks/accounts.ts';
import { createBatches, type Batches } from '../../src/banks/payouts/batches.ts';
import { createCrediting } from '../../src/banks/entries/credit.ts';
import { createBankFiles } from '../../src/banks/files/files.ts';
import { createJudge } from '../../src/banks/entries/judge.ts';
import { createReferences } from '../../src/banks/entries/references.ts';
import { is } from '../../src/banks/refusals.ts';
import type { Tables } from '../../src/database/tables.ts';
import { createWithdrawalProcessor } from '../../src/funds/withdrawals/withdrawal-processor.ts';
import { createWithdrawals } from '../../src/funds/withdrawals/withdrawals.ts';

/** What the exchange's side needs of a ledger, in this process or in another one. */
export type RunLedger = Pick<TestLedger, 'host' | 'gateway' | 'directory' | 'authority' | 'blocks' | 'inbox' | 'now'>;

/** The exchange over one connection to its database: what its jobs and operators do about banks. */
export interface ExchangeSide {
  readonly batches: Batches;
  /** Takes over a file, which may have been taken over before. */
  take(text: string): Promise<void>;
  /** Judges, credits, settles and gives back, and finishes what a dead process left. */
  credit(): Promise<void>;
}

/** Verified names by customer. */
export type Names = ReadonlyMap<number, string>;

export function namesOf(customers: readonly { readonly id: number; readonly name: string }[]): Names {
  return new Map(customers.map(({ id, name }) => [id, name]));
}

export function createExchangeSide(ledger: RunLedger, db: Kysely<Tables>, names: Names): ExchangeSide {
  const { authority } = ledger;
  const accounts = createHouseAccounts({ ...ledger, db });
  let failed: unknown = null;
  const note = ({ err, ...facts }: { readonly err?: unknown }): unknown => (failed = err ?? facts);
  const log = { warn: note, error: note, fatal: note } as never;
  const withdrawals = createWithdrawals({ ...ledger, db });
  const processor = createWithdrawalProcessor({ ...ledger, db, withdrawals, log, onChange: async () => undefined });
  const review = {
    latest: async (customers: readonly number[]) =>
      new Map(customers.map((id) => [id, { state: 'passed' as const, name: names.get(id) ?? null }])),
  };
  const files = createBankFiles({ ...ledger, db, accounts });
  const judge = createJudge({ db, references: createReferences(db, authority), review });
  const settling = { ...ledger, db, processor, log };
  const crediting = createCrediting({ ...settling, judge, isListed: () => Promise.resolve(true) });
  const batches = createBatches({ ...settling, accounts, review, refuseBroken: () => Promise.resolve() });
  return {
    batches,
    take: async (text) => {
      try {
        const { id, digest } = await files.keep(null, { name: 'a.txt', text }, { source: 'folder', operator: '' });
        await files.apply(id, digest);
      } catch (error) {
        if (!is(error, 'bankFileRead')) throw error;
      }
    },
    credit: async () => {
      failed = null;
      await processor.resume();
      await crediting.run();
      if (failed instanceof Error) throw failed;
      deepStrictEqual(failed, null);
    },
  };
}
