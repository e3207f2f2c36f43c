import assert from 'node:assert/strict';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Customers } from '../customers.ts';
import type { Passwords } from '../passwords/passwords.ts';

/** An account that the exchange itself keeps, such as those of the demo's market maker. */
export interface OwnCustomer {
  /** Trimmed and in lower case. */
  readonly email: string;
  readonly password: string;
  readonly nickname: string;
}

export interface EnsureCustomerOptions {
  readonly db: Kysely<Tables>;
  readonly customers: Customers;
  readonly passwords: Passwords;
  readonly now: () => number;
}

const ownAsker = { rank: 'operator', from: 'the exchange' } as const;

/** Creates a customer without a code, or sets the password of an existing one if it differs. Returns their number. */
export function createEnsureCustomer(options: EnsureCustomerOptions): (customer: OwnCustomer) => Promise<number> {
  const { db, customers, passwords, now } = options;
  return async ({ email, password, nickname }) => {
    const known = await customers.findCredentials(email);
    if (known !== null && (await passwords.verify(known.passwordHash, password, ownAsker))) return known.id;
    const passwordHash = await passwords.hash(password, ownAsker);
    const customer = { email, passwordHash, lang: 'en', inviteCode: null, time: now() } as const;
    const id = known?.id ?? (await db.transaction().execute((transaction) => customers.add(transaction, customer)));
    assert(id !== null, 'no other caller creates this account');
    await db.updateTable('customers').set({ password_hash: passwordHash, nickname }).where('id', '=', id).execute();
    return id;
  };
}
