import type { Lang, User } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './room.ts';
import { isUniqueViolation } from '../database/unique-violation.ts';
import { type AccountLock } from '../refusals/refuse.ts';
import { maskEmail, maskPhone } from './mask.ts';
import type { Phones } from './phones.ts';
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
  /** The lock that keeps everyone from logging in; null if there is none. */
  readonly lock: AccountLock | null;
  readonly antiPhishing: string | null;
}

/** Unmasked contact data and the anti-phishing code. */
export interface Contact {
  readonly id: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly antiPhishing: string | null;
  readonly passwordHash: string;
  readonly lang: Lang;
  /** The lock that keeps everyone from logging in; null if there is none. */
  readonly lock: AccountLock | null;
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
  readonly phones: Phones;
  readonly identityOf: IdentityOf;
  /** True if phones can be bound. */
  readonly hasSms: boolean;
  readonly rules: User['rules'];
  /** The product's name. */
  readonly brand: string;
  readonly now: () => number;
}

export function createCustomers(options: CustomersOptions): Customers {
  const { db, phones, identityOf, hasSms, rules, brand, now } = options;
  return {
    read: async (id, lang) => {
      const [row, identity] = await Promise.all([readRow(db, id, now()), identityOf(id, lang)]);
      return row ? { ...userOf(row, { identity, phones, brand }), rules, ...(!hasSms && { sms: false }) } : null;
    },
    contact: async (id) => {
      const row = await db
        .selectFrom('customers')
        .select([
          'id',
          'email',
          'sealed_phone',
          'anti_phishing as antiPhishing',
          'password_hash as passwordHash',
          'lang',
          'locked_at',
          'locked_by',
        ])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { locked_at, locked_by, sealed_phone, ...contact } = row;
      return { ...contact, phone: phones.open(id, { sealed_phone }), lock: lockOf(locked_at, locked_by) };
    },
    findCredentials: async (email) => {
      const row = await db
        .selectFrom('customers')
        .select(['id', 'password_hash as passwordHash', 'locked_at', 'locked_by', 'anti_phishing as antiPhishing'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { locked_at, locked_by, ...credentials } = row;
      return { ...credentials, lock: lockOf(locked_at, locked_by) };
    },
    noteLogin: async (id, time) => {
      await db.updateTable('customers').set({ last_login: time }).where('id', '=', id).execute();
    },
    add: addCustomer,
    change: (transaction, id, changes) => changeCustomer(transaction, phones, id, changes),
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

function lockOf(at: number | null, by: AccountLock['by'] | null): AccountLock | null {
  return at === null ? null : { at, by: by ?? 'operator' };
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

async function changeCustomer(
  transaction: Transaction<Tables>,
  phones: Phones,
  id: number,
  changes: CustomerChanges,
): Promise<boolean> {
  const { passwordHash, upColor, antiPhishing, phone, ...rest } = changes;
  const row = {
    ...rest,
    ...(phone === undefined ? {} : phones.seal(id, phone)),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(upColor === undefined ? {} : { up_color: upColor }),
    ...(antiPhishing === undefined ? {} : { anti_phishing: antiPhishing }),
  };
  if (Object.keys(row).length === 0) return true;
  try {
    await transaction.updateTable('customers').set(row).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
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

/** What customers without a nickname of their own are called. */
export const defaultNickname = (brand: string, id: number): string => `${brand}-${id}`;

interface UserParts extends Pick<CustomersOptions, 'phones' | 'brand'> {
  readonly identity: User['identity'];
}

function userOf(row: CustomerRow, { identity, phones, brand }: UserParts): Omit<User, 'rules'> {
  const phone = phones.open(row.id, row);
  return {
    id: String(row.id),
    email: row.email === null ? null : maskEmail(row.email),
    phone: phone === null ? null : maskPhone(phone),
    nickname: row.nickname ?? defaultNickname(brand, row.id),
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
