import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { OperatorPasskey } from '@fft/console-contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { type NewPasskey, passkeyIdOf, type PasskeyOptions, type Webauthn } from '../../platform/webauthn/webauthn.ts';
import type { OperatorRow } from './roster.ts';

/** Operators' passkeys. They are separate from customers' passkeys, in other tables and for another site. */
export interface OperatorPasskeys {
  askForNew(operator: number, name: string): Promise<PasskeyOptions>;
  /** null if the response is invalid. */
  verifyNew(operator: number, response: unknown): Promise<NewPasskey | null>;
  /** False if the passkey is already registered or the operator has the maximum number. */
  add(transaction: Transaction<Tables>, operator: number, passkey: NewPasskey & { name: string }): Promise<boolean>;
  list(operator: number): Promise<OperatorPasskey[]>;
  remove(transaction: Transaction<Tables>, operator: number, id: string): Promise<boolean>;
  ask(): Promise<PasskeyOptions>;
  verify(response: unknown): Promise<Shown>;
}

/** `row` is the named passkey's owner; null if it is unknown. */
export interface Shown {
  readonly row: OperatorRow | null;
  readonly isRight: boolean;
}

export interface OperatorPasskeysOptions {
  readonly db: Kysely<Tables>;
  readonly webauthn: Webauthn;
  /** The rows' MAC key is derived from it, so database access alone can't add a passkey. */
  readonly secret: string;
  readonly now: () => number;
}

export const challengeMs = 5 * 60_000;
const passkeysMax = 10;

export function createOperatorPasskeys(options: OperatorPasskeysOptions): OperatorPasskeys {
  const { db, webauthn, now } = options;
  const key = Buffer.from(hkdfSync('sha256', options.secret, '', 'operator passkeys', 32));
  const macOf = ({ id, operator, publicKey }: Owned): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([operator, id, publicKey.toString('base64')]))
      .digest();
  const list = (operator: number) => listPasskeys(db, operator);
  const kept = async (begun: PasskeyOptions, operator: number | null): Promise<PasskeyOptions> => {
    await keepChallenge(db, { challenge: begun.challenge, operator, time: now() });
    return begun;
  };
  const using = (operator: number | null) => (challenge: string) =>
    useChallenge(db, { challenge, operator, time: now() });

  return {
    list,
    askForNew: async (operator, name) => kept(await webauthn.askForNew(name, await list(operator)), operator),
    verifyNew: (operator, response) => webauthn.verifyNew(response, using(operator)),
    add: async (transaction, operator, { publicKey, ...passkey }) => {
      // Locks the operator's row, so that concurrent additions can't exceed the maximum.
      await transaction.selectFrom('operators').select('id').where('id', '=', operator).forUpdate().execute();
      if ((await listPasskeys(transaction, operator)).length >= passkeysMax) return false;
      const mac = macOf({ id: passkey.id, operator, publicKey });
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('operator_passkeys')
        .values({ ...passkey, operator, public_key: publicKey, mac, created: now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    remove: async (transaction, operator, id) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('operator_passkeys')
        .where('id', '=', id)
        .where('operator', '=', operator)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    ask: async () => kept(await webauthn.ask(), null),
    verify: async (response) => {
      const id = passkeyIdOf(response);
      const found = id === null ? null : await find(db, id);
      if (found === null) return { row: null, isRight: false };
      const { row, passkey } = found;
      const known = { id: passkey.id, operator: row.id, publicKey: passkey.public_key, counter: passkey.counter };
      if (!timingSafeEqual(macOf(known), passkey.mac)) return { row, isRight: false };
      const counter = await webauthn.verify(response, known, using(null));
      if (counter === null) return { row, isRight: false };
      await db.updateTable('operator_passkeys').set({ counter, used: now() }).where('id', '=', known.id).execute();
      return { row, isRight: true };
    },
  };
}

interface Owned {
  readonly id: string;
  readonly operator: number;
  readonly publicKey: Buffer;
}

function listPasskeys(db: Kysely<Tables>, operator: number): Promise<OperatorPasskey[]> {
  return db
    .selectFrom('operator_passkeys')
    .select(['id', 'name', 'created', 'used'])
    .where('operator', '=', operator)
    .orderBy('created')
    .orderBy('id')
    .execute();
}

type PasskeyRow = Selectable<Tables['operator_passkeys']>;

/** Includes disabled operators, so that their attempts are recorded. */
async function find(
  db: Kysely<Tables>,
  id: string,
): Promise<{ readonly row: OperatorRow; readonly passkey: PasskeyRow } | null> {
  const passkey = await db.selectFrom('operator_passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  if (passkey === undefined) return null;
  const row = await db.selectFrom('operators').selectAll().where('id', '=', passkey.operator).executeTakeFirst();
  return row === undefined ? null : { row, passkey };
}

interface Challenge {
  readonly challenge: string;
  readonly operator: number | null;
  readonly time: number;
}

/** Deletes expired challenges whenever a new one is issued. */
async function keepChallenge(db: Kysely<Tables>, { challenge, operator, time }: Challenge): Promise<void> {
  await db.deleteFrom('operator_passkey_challenges').where('expires', '<=', time).execute();
  await db
    .insertInto('operator_passkey_challenges')
    .values({ challenge, operator, expires: time + challengeMs })
    .execute();
}

async function useChallenge(db: Kysely<Tables>, { challenge, operator, time }: Challenge): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_passkey_challenges')
    .where('challenge', '=', challenge)
    .where('operator', 'is not distinct from', operator)
    .where('expires', '>', time)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
