import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import {
  createWebauthn,
  type NewPasskey,
  passkeyIdOf,
  type PasskeyOptions,
  type Webauthn,
} from '../../platform/webauthn/webauthn.ts';
import { defaultNickname } from '../customers.ts';
import { createPasskeyChallenges, type PasskeyChallenges } from './passkey-challenges.ts';

export interface PasskeyRecord {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly used: number | null;
}

/** Passkeys (WebAuthn): a device that its owner unlocks by finger, face or PIN replaces password and second factor. */
export interface Passkeys {
  beginAdding(customer: number, email: string | null): Promise<PasskeyOptions>;
  /** null if the response is invalid. */
  verifyNew(customer: number, response: unknown): Promise<NewPasskey | null>;
  /** False if the key is already registered or the customer has the maximum number. */
  add(transaction: Transaction<Tables>, customer: number, passkey: NewPasskey & { name: string }): Promise<boolean>;
  list(customer: number): Promise<PasskeyRecord[]>;
  remove(transaction: Transaction<Tables>, customer: number, id: string): Promise<boolean>;
  /** Reveals nothing about any customer: the device knows its owner. */
  beginLogin(): Promise<PasskeyOptions>;
  /** The claimed owner of a response, before it is verified; null if the passkey is unknown. */
  claimedOwner(response: unknown): Promise<number | null>;
  /** The owner of a verified response; null if it is invalid. */
  verifyLogin(response: unknown): Promise<PasskeyOwner | null>;
}

export interface PasskeyOwner {
  readonly customer: number;
  /** Read together with the passkey: a reset that removes passkeys changes it, so the old one opens no session. */
  readonly passwordHash: string;
}

export interface PasskeysOptions {
  readonly db: Kysely<Tables>;
  /** Address of the app, such as `https://fft.example`. Passkeys are bound to it. */
  readonly origin: string;
  readonly brand: string;
  readonly limits: AccountLimits['passkey'];
  readonly now: () => number;
}

export function createPasskeys(options: PasskeysOptions): Passkeys {
  const { db, origin, brand, limits } = options;
  const challenges = createPasskeyChallenges(options);
  const webauthn = createWebauthn({ origin, brand, timeoutMs: limits.challengeMs });
  return {
    beginAdding: async (customer, email) => {
      const userName = email ?? defaultNickname(brand, customer);
      const begun = await webauthn.askForNew(userName, await listPasskeys(db, customer));
      await challenges.keep(begun.challenge, customer);
      return begun;
    },
    verifyNew: (customer, response) => webauthn.verifyNew(response, (challenge) => challenges.use(challenge, customer)),
    add: (transaction, customer, passkey) => addPasskey(transaction, { ...passkey, customer, created: options.now() }),
    list: (customer) => listPasskeys(db, customer),
    remove: async (transaction, customer, id) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('customer', '=', customer)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    beginLogin: async () => {
      const begun = await webauthn.ask();
      await challenges.keep(begun.challenge, null);
      return begun;
    },
    claimedOwner: async (response) => {
      const id = passkeyIdOf(response);
      if (id === null) return null;
      const row = await db.selectFrom('passkeys').select('customer').where('id', '=', id).executeTakeFirst();
      return row?.customer ?? null;
    },
    verifyLogin: (response) => verifyLogin(options, { webauthn, challenges, response }),
  };
}

async function listPasskeys(db: Kysely<Tables>, customer: number): Promise<PasskeyRecord[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created', 'used'])
    .where('customer', '=', customer)
    .orderBy('created')
    .orderBy('id')
    .execute();
}

/** Per customer. */
const maxPasskeys = 50;

async function addPasskey(
  transaction: Transaction<Tables>,
  { publicKey, ...rest }: NewPasskey & { name: string; customer: number; created: number },
): Promise<boolean> {
  // Locks the customer's row, so that concurrent additions can't exceed the maximum.
  await transaction.selectFrom('customers').select('id').where('id', '=', rest.customer).forUpdate().execute();
  if ((await listPasskeys(transaction, rest.customer)).length >= maxPasskeys) return false;
  const row = { ...rest, public_key: publicKey, used: null };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

interface LoginAnswer {
  readonly webauthn: Webauthn;
  readonly challenges: PasskeyChallenges;
  readonly response: unknown;
}

async function verifyLogin(
  { db, now }: PasskeysOptions,
  { webauthn, challenges, response }: LoginAnswer,
): Promise<PasskeyOwner | null> {
  const id = passkeyIdOf(response);
  if (id === null) return null;
  const passkey = await db
    .selectFrom('passkeys')
    .innerJoin('customers', 'customers.id', 'passkeys.customer')
    .select(['passkeys.customer', 'public_key', 'counter', 'password_hash'])
    .where('passkeys.id', '=', id)
    .executeTakeFirst();
  if (passkey === undefined) return null;
  const { customer, public_key: publicKey, password_hash: passwordHash } = passkey;
  const known = { id, publicKey, counter: passkey.counter };
  const counter = await webauthn.verify(response, known, (challenge) => challenges.use(challenge, null));
  if (counter === null) return null;
  await db.updateTable('passkeys').set({ counter, used: now() }).where('id', '=', id).execute();
  return { customer, passwordHash };
}
