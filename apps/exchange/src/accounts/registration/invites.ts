import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** Customers bring others: each has a code, and who registered with it is counted. */
export interface Invites {
  /** The customer's own code, made when it is first asked for; null if there is no such customer. */
  codeOf(customer: number): Promise<string | null>;
  /** How many registered with a code. */
  count(code: string): Promise<number>;
  isKnown(code: string): Promise<boolean>;
}

/** None that are taken for one another. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 8;

/** A code as it is kept: however it was typed. */
export function tidyInviteCode(typed: string): string {
  return typed.trim().toUpperCase();
}

function makeCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

export function createInvites(db: Kysely<Tables>): Invites {
  return {
    codeOf: async (customer) => {
      // Whoever comes first makes it; a code twice in 10^11 is refused by the table.
      await db
        .updateTable('customers')
        .set({ own_invite_code: makeCode() })
        .where('id', '=', customer)
        .where('own_invite_code', 'is', null)
        .execute();
      const row = await db
        .selectFrom('customers')
        .select('own_invite_code')
        .where('id', '=', customer)
        .executeTakeFirst();
      return row?.own_invite_code ?? null;
    },
    count: async (code) => {
      const { count } = await db
        .selectFrom('customers')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('invite_code', '=', code)
        .executeTakeFirstOrThrow();
      return count;
    },
    isKnown: async (code) => {
      const row = await db.selectFrom('customers').select('id').where('own_invite_code', '=', code).executeTakeFirst();
      return row !== undefined;
    },
  };
}
