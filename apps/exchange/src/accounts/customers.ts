import type { Lang, User } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { maskEmail, maskPhone } from './mask.ts';
import { queueAccountHalt } from './locks/queued-halts.ts';

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
  /** True if no one can log in. */
  readonly isLocked: boolean;
  readonly antiPhishing: string | null;
}

/** Unmasked contact data and the anti-phishing code. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
  readonly antiPhishing: string | null;
  readonly passwordHash: string;
  readonly lang: Lang;
  /** True if no one can log in. */
  readonly isLocked: boolean;
}

/** Only the given fields are changed. */
export interface CustomerChanges {
  readonly email?: string;
  readonly passwordHash?: string;
  readonly phone?: string;
  readonly nickname?: string;
  readonly avatar?: string | null;
  readonly lang?: Lang;
  readonly upColor?: 'green' | 'red';
  readonly antiPhishing?: string | null;
  readonly country?: string | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
}

export type IdentityOf = (customer: number, lang?: Lang) => Promise<User['identity']>;

/** Accounts of customers. Pass addresses trimmed and in lower case. */
export interface Customers {
  /** In `lang`, or in the customer's own language. */
  read(id: number, lang?: Lang): Promise<User | null>;
  contact(id: number): Promise<Contact | null>;
  findCredentials(email: string): Promise<Credentials | null>;
  noteLogin(id: number, time: number): Promise<void>;
  /** null if the address has an account. */
  add(transaction: Transaction<Tables>, customer: NewCustomer): Promise<number | null>;
  /** False if the new address is another customer's; the transaction must then be rolled back. */
  change(transaction: Transaction<Tables>, id: number, changes: CustomerChanges): Promise<boolean>;
  /** Locks the customer's own account, and queues the cancellation of their orders and withdrawals. */
  lock(transaction: Transaction<Tables>, id: number): Promise<void>;
}

export interface CustomersOptions {
  readonly db: Kysely<Tables>;
  readonly identityOf: IdentityOf;
  readonly now: () => number;
}

export function createCustomers({ db, identityOf, now }: CustomersOptions): Customers {
  return {
    read: async (id, lang) => {
      const [row, identity] = await Promise.all([readRow(db, id, now()), identityOf(id, lang)]);
      return row ? userOf(row, identity) : null;
    },
    contact: async (id) => {
      const row = await db
        .selectFrom('customers')
        .select([
          'email',
          'phone',
          'anti_phishing as antiPhishing',
          'password_hash as passwordHash',
          'lang',
          'locked_at',
        ])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { locked_at, ...contact } = row;
      return { ...contact, isLocked: locked_at !== null };
    },
    findCredentials: async (email) => {
      const row = await db
        .selectFrom('customers')
        .select(['id', 'password_hash as passwordHash', 'locked_at', 'anti_phishing as antiPhishing'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { locked_at, ...credentials } = row;
      return { ...credentials, isLocked: locked_at !== null };
    },
    noteLogin: async (id, time) => {
      await db.updateTable('customers').set({ last_login: time }).where('id', '=', id).execute();
    },
    add: addCustomer,
    change: changeCustomer,
    lock: async (transaction, id) => {
      await transaction
        .updateTable('customers')
        .set({ locked_at: now(), locked_by: 'self' })
        .where('id', '=', id)
        .where('locked_at', 'is', null)
        .execute();
      await queueAccountHalt(transaction, id, null);
    },
  };
}

async function addCustomer(transaction: Transaction<Tables>, customer: NewCustomer): Promise<number | null> {
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
}

const uniqueViolation = '23505';

async function changeCustomer(
  transaction: Transaction<Tables>,
  id: number,
  changes: CustomerChanges,
): Promise<boolean> {
  const { passwordHash, upColor, antiPhishing, ...rest } = changes;
  const row = {
    ...rest,
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(upColor === undefined ? {} : { up_color: upColor }),
    ...(antiPhishing === undefined ? {} : { anti_phishing: antiPhishing }),
  };
  if (Object.keys(row).length === 0) return true;
  try {
    await transaction.updateTable('customers').set(row).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return false;
    throw error;
  }
}

type CustomerRow = NonNullable<Awaited<ReturnType<typeof readRow>>>;

async function readRow(db: Kysely<Tables>, id: number, time: number) {
  return db
    .selectFrom('customers')
    .leftJoin('pay_passwords', 'pay_passwords.customer', 'customers.id')
    .leftJoin('totps', 'totps.customer', 'customers.id')
    .leftJoin('holds', (join) => join.onRef('holds.customer', '=', 'customers.id').on('holds.until', '>', time))
    .selectAll('customers')
    .select([
      'pay_passwords.customer as pay_password_of',
      'totps.confirmed as totp_confirmed',
      'holds.until as hold_until',
    ])
    .where('customers.id', '=', id)
    .executeTakeFirst();
}

function userOf(row: CustomerRow, identity: User['identity']): User {
  return {
    id: String(row.id),
    email: row.email === null ? null : maskEmail(row.email),
    phone: row.phone === null ? null : maskPhone(row.phone),
    nickname: row.nickname ?? `FFT-${row.id}`,
    avatar: row.avatar,
    lang: row.lang,
    upColor: row.up_color,
    ...(row.country === null
      ? {}
      : { location: { country: row.country, latitude: row.latitude, longitude: row.longitude } }),
    identity,
    has: {
      payPassword: row.pay_password_of !== null,
      totp: row.totp_confirmed !== null,
      antiPhishing: row.anti_phishing !== null,
    },
    ...(row.hold_until === null ? {} : { holdUntil: row.hold_until }),
    lastLogin: row.last_login,
  };
}
