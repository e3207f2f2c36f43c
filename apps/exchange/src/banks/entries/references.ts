import { makeReference } from '@fft/bank-files';
import type { Kysely } from 'kysely';
import type { Seals } from '../../authority/seals.ts';
import type { Tables } from '../room.ts';

/** Customers' references: one for each customer and currency, for ever. */
export interface References {
  /** Returns the customer's reference, made at the first call. */
  of(customer: number, currency: string): Promise<string>;
  /** The customers of the references that exist in this currency. */
  customersOf(references: readonly string[], currency: string): Promise<number[]>;
}

const maxAttempts = 20;

/** Derives references from the key of withdrawal decisions, and checks them at each use: a row planted in the table names no customer. */
export function createReferences(db: Kysely<Tables>, authority: Pick<Seals, 'macOf'>): References {
  const derive = (customer: number, currency: string, attempt: number): string | null =>
    makeReference(Buffer.from(authority.macOf(['bank reference', customer, currency, attempt]), 'hex'));
  const find = (customer: number, currency: string) =>
    db
      .selectFrom('bank_references')
      .select('reference')
      .where('customer', '=', customer)
      .where('currency', '=', currency)
      .executeTakeFirst();
  return {
    of: async (customer, currency) => {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const known = await find(customer, currency);
        if (known) return known.reference;
        const reference = derive(customer, currency, attempt);
        // Another customer may have the same reference: the next attempt derives another.
        if (reference === null) continue;
        await db
          .insertInto('bank_references')
          .values({ reference, customer, currency, attempt })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      throw new Error(`no free bank reference for customer ${customer}`);
    },
    customersOf: async (references, currency) => {
      if (references.length === 0) return [];
      const rows = await db
        .selectFrom('bank_references')
        .selectAll()
        .where('reference', 'in', references)
        .where('currency', '=', currency)
        .execute();
      const genuine = rows.filter(
        ({ reference, customer, attempt }) => derive(customer, currency, attempt) === reference,
      );
      return [...new Set(genuine.map(({ customer }) => customer))];
    },
  };
}
