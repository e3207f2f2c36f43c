import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';

/** Invite codes: each customer has one, and registrations with it are counted. */
export interface Invites {
  /** The customer's code, created on first use; null if there is no such customer. */
  codeOf(customer: number): Promise<string | null>;
  /** Number of registrations with a code. */
  count(code: string): Promise<number>;
  isKnown(code: string): Promise<boolean>;
}

/** Characters that are not mistaken for one another. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 8;

/** Normalises a typed code. */
export function tidyInviteCode(typed: string): string {
  return typed.trim().toUpperCase();
}

function makeCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

export function createInvites(db: Kysely<Tables>): Invites {
  return {
    codeOf: async (customer) => {
      // Created on first use. The table refuses a duplicate, about one in 10^11.
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
