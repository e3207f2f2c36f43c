import { randomBytes } from 'node:crypto';
import type { Operator as OperatorWire, Role } from '@fft/console-contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Seal } from '../database/seal.ts';
import type { Tables } from '../database/tables.ts';
import type { Passwords } from '../passport/index.ts';

export type OperatorRow = Selectable<Tables['operators']>;

/** Who acts. */
export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** A first password is handed over within so long. */
const firstPasswordMs = 72 * 3_600_000;
/** Codes of the step before and after count too: clocks differ. */
const toleranceSeconds = 30;

/** Hashes that nobody at a log-in page asks for. */
const ownAsker = { rank: 'operator', from: 'roster' } as const;

/** The operators and what they log in with. */
export interface Roster {
  find(id: number): Promise<Operator | null>;
  findByName(name: string): Promise<OperatorRow | null>;
  list(): Promise<OperatorWire[]>;
  /** Adds one, or lets one begin anew; gives the first password, which is kept nowhere. null where the name is taken. */
  add(transaction: Transaction<Tables>, name: string, role: Role): Promise<{ id: number; password: string } | null>;
  /** Adds one who needn't set up anything any more. False where the name is taken. */
  addReady(transaction: Transaction<Tables>, who: Omit<Operator, 'id'>, own: OwnFactors): Promise<boolean>;
  beginAnew(transaction: Transaction<Tables>, id: number): Promise<string>;
  /** Makes a secret that counts once it is confirmed. */
  beginTotp(row: OperatorRow): Promise<{ secret: string; uri: string }>;
  /** Whether a code is right and wasn't used before; it is used then. */
  useTotp(row: OperatorRow, code: string): Promise<boolean>;
  readonly passwords: Passwords;
}

export interface OwnFactors {
  readonly password: string;
  readonly totpSecret: string;
}

export interface RosterParts {
  readonly db: Kysely<Tables>;
  readonly seal: Seal;
  readonly passwords: Passwords;
  readonly now: () => number;
}

export function createRoster(parts: RosterParts): Roster {
  const { db, passwords, now } = parts;
  /** For those who add operators: as hard to guess as a key, and to be replaced at once. */
  async function firstPassword() {
    const password = randomBytes(12).toString('base64url');
    const row = {
      password_hash: await passwords.hash(password, ownAsker),
      first_password_until: now() + firstPasswordMs,
    };
    return { password, row };
  }

  return {
    passwords,
    find: async (id) =>
      (await db
        .selectFrom('operators')
        .select(['id', 'name', 'role'])
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()) ?? null,
    findByName: async (name) =>
      (await db.selectFrom('operators').selectAll().where('name', '=', name).executeTakeFirst()) ?? null,
    list: async () => {
      const rows = await db.selectFrom('operators').selectAll().orderBy('name').execute();
      return rows.map(wireOf);
    },
    add: async (transaction, name, role) => {
      const { password, row } = await firstPassword();
      const added = await transaction
        .insertInto('operators')
        .values({ name, role, created: now(), ...row })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst();
      return added ? { id: added.id, password } : null;
    },
    addReady: (transaction, who, own) => addReady(parts, transaction, { ...who, ...own }),
    beginAnew: async (transaction, id) => {
      const { password, row } = await firstPassword();
      const anew = { ...row, sealed_totp: null, totp_confirmed: null, last_step: 0, disabled_at: null };
      await transaction.updateTable('operators').set(anew).where('id', '=', id).execute();
      return password;
    },
    ...totpOf(parts),
  };
}

async function addReady(
  { seal, passwords, now }: RosterParts,
  transaction: Transaction<Tables>,
  { name, role, password, totpSecret }: Omit<Operator, 'id'> & OwnFactors,
): Promise<boolean> {
  const known = await transaction.selectFrom('operators').select('id').where('name', '=', name).executeTakeFirst();
  if (known) return false;
  const created = now();
  const row = { name, role, created, totp_confirmed: created, password_hash: await passwords.hash(password, ownAsker) };
  const added = await transaction
    .insertInto('operators')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another process was quicker.
  if (added === undefined) return false;
  const sealed_totp = seal.close(totpSecret, sealLabel(added.id));
  await transaction.updateTable('operators').set({ sealed_totp }).where('id', '=', added.id).execute();
  return true;
}

/** The authenticator app (TOTP, RFC 6238). */
function totpOf({ db, seal, now }: RosterParts): Pick<Roster, 'beginTotp' | 'useTotp'> {
  return {
    beginTotp: async ({ id, name }) => {
      const secret = generateSecret();
      await db
        .updateTable('operators')
        .set({ sealed_totp: seal.close(secret, sealLabel(id)) })
        .where('id', '=', id)
        .where('totp_confirmed', 'is', null)
        .execute();
      return { secret, uri: generateURI({ issuer: 'FFT Operators', label: name, secret }) };
    },
    useTotp: async ({ id, sealed_totp }, code) => {
      if (sealed_totp === null) return false;
      const secret = seal.open(sealed_totp, sealLabel(id));
      const epoch = Math.floor(now() / 1000);
      const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
      if (!result.valid || !('timeStep' in result)) return false;
      // Of many at once with the same code, one moves the step forward.
      const { numUpdatedRows } = await db
        .updateTable('operators')
        .set({ last_step: result.timeStep })
        .where('id', '=', id)
        .where('sealed_totp', '=', sealed_totp)
        .where('last_step', '<', result.timeStep)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}

function sealLabel(id: number): string {
  return `operator:${id}:totp`;
}

function wireOf(row: OperatorRow): OperatorWire {
  const { id, name, role, created, last_login: lastLogin } = row;
  return {
    id,
    name,
    role,
    created,
    lastLogin,
    disabled: row.disabled_at !== null,
    enrolled: row.totp_confirmed !== null,
  };
}
