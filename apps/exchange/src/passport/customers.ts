import type { Lang, User } from '@fft/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { maskEmail } from './mask-email.ts';

export interface NewCustomer {
  readonly email: string;
  readonly passwordHash: string;
  readonly lang: Lang;
  readonly inviteCode: string | null;
  readonly time: number;
}

export interface Credentials {
  readonly id: number;
  readonly passwordHash: string;
}

/** Who has an account. Addresses are given trimmed and in lower case. */
export interface Customers {
  read(id: number): Promise<User | null>;
  findCredentials(email: string): Promise<Credentials | null>;
  noteLogin(id: number, time: number): Promise<void>;
  /** null if the address has an account. */
  add(transaction: Transaction<Tables>, customer: NewCustomer): Promise<number | null>;
}

export function createCustomers(db: Kysely<Tables>): Customers {
  return {
    read: async (id) => {
      const row = await db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? userOf(row) : null;
    },
    findCredentials: async (email) => {
      const row = await db
        .selectFrom('customers')
        .select(['id', 'password_hash'])
        .where('email', '=', email)
        .executeTakeFirst();
      return row ? { id: row.id, passwordHash: row.password_hash } : null;
    },
    noteLogin: async (id, time) => {
      await db.updateTable('customers').set({ last_login: time }).where('id', '=', id).execute();
    },
    add: async (transaction, customer) => {
      const row = await transaction
        .insertInto('customers')
        .values({
          email: customer.email,
          password_hash: customer.passwordHash,
          lang: customer.lang,
          up_color: 'green',
          invite_code: customer.inviteCode,
          created: customer.time,
          last_login: customer.time,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },
  };
}

/** Identity, second factors and holds have tables of their own once they exist; until then nobody has any. */
function userOf(row: Selectable<Tables['customers']>): User {
  return {
    id: String(row.id),
    email: maskEmail(row.email),
    phone: null,
    nickname: row.nickname ?? `FFT-${row.id}`,
    avatar: null,
    lang: row.lang,
    upColor: row.up_color,
    identity: { state: 'none' },
    has: { payPassword: false, totp: false, antiPhishing: false },
    lastLogin: row.last_login,
  };
}
