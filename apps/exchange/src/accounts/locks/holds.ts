import { sql, type Kysely, type Transaction } from 'kysely';
import type { AnyTransaction } from '../../database/rooms.ts';
import { own, type Tables } from '../room.ts';

/** The change that caused a hold of withdrawals. */
export type HoldReason = 'password' | 'payPassword' | 'email' | 'phone' | 'secondFactor';

/** Holds withdrawals after a security change, so that a thief can't empty the account before its owner notices. */
export interface Holds {
  /** The end of the hold; null if there is none. */
  until(customer: number, transaction?: AnyTransaction): Promise<number | null>;
  /** Call it in the transaction of the change. A longer hold is kept. */
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
      const row = await own(transaction ?? db)
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
