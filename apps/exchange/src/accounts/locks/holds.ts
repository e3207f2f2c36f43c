import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** What was changed, so that money may not leave for a while. */
export type HoldReason = 'password' | 'payPassword' | 'email' | 'phone' | 'secondFactor';

/** Who took an account over must wait before he can empty it, and its owner has time to notice. */
export interface Holds {
  /** Until when withdrawals are held; null if they aren't. */
  until(customer: number, transaction?: Transaction<Tables>): Promise<number | null>;
  /** In the transaction of the change. A longer hold stays. */
  begin(transaction: Transaction<Tables>, customer: number, reason: HoldReason): Promise<void>;
}

export interface HoldsOptions {
  readonly db: Kysely<Tables>;
  readonly holdMs: number;
  readonly now: () => number;
}

export function createHolds({ db, holdMs, now }: HoldsOptions): Holds {
  return {
    until: async (customer, transaction) => {
      const row = await (transaction ?? db)
        .selectFrom('holds')
        .select('until')
        .where('customer', '=', customer)
        .where('until', '>', now())
        .executeTakeFirst();
      return row?.until ?? null;
    },
    begin: async (transaction, customer, reason) => {
      const until = now() + holdMs;
      await transaction
        .insertInto('holds')
        .values({ customer, until, reason })
        .onConflict((conflict) =>
          conflict
            .column('customer')
            .doUpdateSet({ until: sql<number>`greatest(holds.until, excluded.until)`, reason }),
        )
        .execute();
    },
  };
}
