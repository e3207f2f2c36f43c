import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { PassportLimits } from './limits.ts';
import { createPasskeyChallenges, type PasskeyChallenges } from './passkey-challenges.ts';

export interface PasskeyRecord {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly used: number | null;
}

/** A passkey that was shown to be right, before it is kept. */
export interface NewPasskey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/** What a browser is told; it is handed through as it is. */
export type PasskeyOptions = Record<string, unknown>;

/** Passkeys (WebAuthn): a device that its owner unlocks by finger, face or PIN stands for password and second factor together. */
export interface Passkeys {
  beginAdding(customer: number, userName: string): Promise<PasskeyOptions>;
  /** null where the answer isn't right. */
  verifyNew(customer: number, response: unknown): Promise<NewPasskey | null>;
  /** False where the device's key is kept already, or the customer has as many as may be. */
  add(transaction: Transaction<Tables>, customer: number, passkey: NewPasskey & { name: string }): Promise<boolean>;
  list(customer: number): Promise<PasskeyRecord[]>;
  remove(transaction: Transaction<Tables>, customer: number, id: string): Promise<boolean>;
  /** Says nothing about anybody: the device knows whose it is. */
  beginLogin(): Promise<PasskeyOptions>;
  /** Whose passkey an answer says that it is from, before it is looked at; null where nobody has it. */
  claimedOwner(response: unknown): Promise<number | null>;
  /** Whose passkey answered; null where the answer isn't right. */
  verifyLogin(response: unknown): Promise<PasskeyOwner | null>;
}

export interface PasskeyOwner {
  readonly customer: number;
  /** Read together with the passkey: a reset that takes the passkey away changes it, and no session is opened by the old one. */
  readonly passwordHash: string;
}

export interface PasskeysOptions {
  readonly db: Kysely<Tables>;
  /** Where customers see the app, like `https://fft.example`: a passkey is good there and nowhere else. */
  readonly origin: string;
  readonly limits: PassportLimits['passkey'];
  readonly now: () => number;
}

/** Ed25519, ES256 and RS256, as COSE numbers them: what devices have. */
const algorithms = [-8, -7, -257];

export function createPasskeys(options: PasskeysOptions): Passkeys {
  const { db, origin, limits } = options;
  const challenges = createPasskeyChallenges(options);
  const site: Site = { origin, rpId: new URL(origin).hostname, timeoutMs: limits.challengeMs };
  return {
    beginAdding: async (customer, userName) => {
      const known = await listPasskeys(db, customer);
      const begun = await generateRegistrationOptions({
        rpName: 'FFT',
        rpID: site.rpId,
        userName,
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        timeout: site.timeoutMs,
        excludeCredentials: known.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await challenges.keep(begun.challenge, customer);
      return { ...begun };
    },
    verifyNew: (customer, response) => verifyNew(site, challenges, { customer, response }),
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
      const begun = await generateAuthenticationOptions({
        rpID: site.rpId,
        timeout: site.timeoutMs,
        userVerification: 'required',
      });
      await challenges.keep(begun.challenge, null);
      return { ...begun };
    },
    claimedOwner: async (response) => {
      const id = idOf(response);
      if (id === null) return null;
      const row = await db.selectFrom('passkeys').select('customer').where('id', '=', id).executeTakeFirst();
      return row?.customer ?? null;
    },
    verifyLogin: (response) => verifyLogin(site, challenges, { ...options, response }),
  };
}

interface Site {
  readonly origin: string;
  readonly rpId: string;
  readonly timeoutMs: number;
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

interface NewAnswer {
  readonly customer: number;
  readonly response: unknown;
}

async function verifyNew(
  { origin, rpId }: Site,
  challenges: PasskeyChallenges,
  { customer, response }: NewAnswer,
): Promise<NewPasskey | null> {
  const result = await refusedAsNull(() =>
    verifyRegistrationResponse({
      // The library checks the form of everything in it.
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => challenges.use(challenge, customer),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!result?.verified) return null;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey), counter };
}

/** Of one customer. */
const passkeysMax = 50;

async function addPasskey(
  transaction: Transaction<Tables>,
  { publicKey, ...rest }: NewPasskey & { name: string; customer: number; created: number },
): Promise<boolean> {
  // Those who add at the same time wait for each other.
  await transaction.selectFrom('customers').select('id').where('id', '=', rest.customer).forUpdate().execute();
  if ((await listPasskeys(transaction, rest.customer)).length >= passkeysMax) return false;
  const row = { ...rest, public_key: publicKey, used: null };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

type LoginAnswer = PasskeysOptions & { readonly response: unknown };

/** Base64url, of at most 1,023 bytes: nothing else can be a key's. */
const credentialId = /^[A-Za-z0-9_-]{1,1364}$/;

function idOf(response: unknown): string | null {
  const id = (response as Partial<AuthenticationResponseJSON> | null)?.id;
  return typeof id === 'string' && credentialId.test(id) ? id : null;
}

async function verifyLogin(
  { origin, rpId }: Site,
  challenges: PasskeyChallenges,
  { db, now, response }: LoginAnswer,
): Promise<PasskeyOwner | null> {
  const id = idOf(response);
  if (id === null) return null;
  const passkey = await db
    .selectFrom('passkeys')
    .innerJoin('customers', 'customers.id', 'passkeys.customer')
    .select(['passkeys.customer', 'public_key', 'counter', 'password_hash'])
    .where('passkeys.id', '=', id)
    .executeTakeFirst();
  if (passkey === undefined) return null;
  const { customer, counter, password_hash: passwordHash } = passkey;
  const result = await refusedAsNull(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => challenges.use(challenge, null),
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter },
      requireUserVerification: true,
    }),
  );
  if (!result?.verified) return null;
  const used = { counter: result.authenticationInfo.newCounter, used: now() };
  await db.updateTable('passkeys').set(used).where('id', '=', id).execute();
  return { customer, passwordHash };
}

/** The library throws where an answer is malformed, or for another site, challenge or key: all of it is "not right". */
async function refusedAsNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
