import type { Operator as OperatorWire, Role } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Passwords } from '../accounts/index.ts';
import { stepOfCode } from './authenticator-app.ts';

export type OperatorRow = Selectable<Tables['operators']>;

/** Who acts. */
export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** Hashes that nobody at a log-in page asks for. */
const ownAsker = { rank: 'operator', from: 'roster' } as const;

/** The operators and what they log in with. */
export interface Roster {
  find(id: number): Promise<Operator | null>;
  findByName(name: string): Promise<OperatorRow | null>;
  list(): Promise<OperatorWire[]>;
  /** Adds one who is to enrol. @throws Refusal 409 where the name or the address is taken */
  add(transaction: Transaction<Tables>, who: NewOperator): Promise<number>;
  /** Adds one who needn't set up anything any more. False where the name is taken. */
  addReady(transaction: Transaction<Tables>, who: NewOperator, own: OwnFactors): Promise<boolean>;
  /** Sets what an operator logs in with, if there is nothing yet and nobody shut them out. False where it isn't so. */
  enrol(transaction: Transaction<Tables>, id: number, own: Enrolled): Promise<boolean>;
  /** Voids what an operator logs in with; lets one who was shut out enrol again. */
  void(transaction: Transaction<Tables>, id: number): Promise<void>;
  /** @throws Refusal 409 where the address is another operator's */
  setEmail(transaction: Transaction<Tables>, id: number, email: string): Promise<void>;
  /** Whether a code is right and wasn't used before; it is used then. */
  useTotp(row: OperatorRow, code: string): Promise<boolean>;
  readonly passwords: Passwords;
}

export interface NewOperator extends Omit<Operator, 'id'> {
  /** Where one-time links go; null: none can be mailed. */
  readonly email: string | null;
}

export interface Enrolled {
  readonly passwordHash: string;
  readonly totpSecret: string;
  /** The time step whose code was shown: it counts no more. */
  readonly step: number;
}

export interface OwnFactors {
  readonly password: string;
  readonly totpSecret: string;
}

export interface RosterParts {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  readonly passwords: Passwords;
  readonly now: () => number;
}

export function createRoster(parts: RosterParts): Roster {
  const { db, passwords } = parts;
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
      const rows = await db
        .selectFrom('operators')
        .leftJoin('operator_links', 'operator_links.operator', 'operators.id')
        .selectAll('operators')
        .select('until')
        .orderBy('name')
        .execute();
      return rows.map(wireOf);
    },
    add: (transaction, who) => add(parts, transaction, who),
    addReady: (transaction, who, own) => addReady(parts, transaction, { ...who, ...own }),
    enrol: async (transaction, id, { passwordHash, totpSecret, step }) => {
      const { numUpdatedRows } = await transaction
        .updateTable('operators')
        .set({
          password_hash: passwordHash,
          sealed_totp: parts.seal.close(totpSecret, sealLabel(id)),
          totp_confirmed: parts.now(),
          last_step: step,
        })
        .where('id', '=', id)
        .where('password_hash', 'is', null)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    void: async (transaction, id) => {
      const nothing = { password_hash: null, sealed_totp: null, totp_confirmed: null, last_step: 0, disabled_at: null };
      await transaction.updateTable('operators').set(nothing).where('id', '=', id).execute();
      await transaction.deleteFrom('operator_passkeys').where('operator', '=', id).execute();
    },
    setEmail: async (transaction, id, email) => {
      const other = await transaction
        .selectFrom('operators')
        .select('id')
        .where(sql`lower(email)`, '=', email)
        .where('id', '<>', id)
        .executeTakeFirst();
      if (other) throw new Refusal(Code.conflict, 'operatorEmailTaken');
      await transaction.updateTable('operators').set({ email }).where('id', '=', id).execute();
    },
    useTotp: (row, code) => useTotp(parts, row, code),
  };
}

async function add(
  { now }: RosterParts,
  transaction: Transaction<Tables>,
  { name, role, email }: NewOperator,
): Promise<number> {
  const added = await transaction
    .insertInto('operators')
    .values({ name, role, email, created: now() })
    // Of the name or of the address.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return added.id;
  const named = await transaction.selectFrom('operators').select('id').where('name', '=', name).executeTakeFirst();
  throw new Refusal(Code.conflict, named ? 'operatorNameTaken' : 'operatorEmailTaken');
}

async function addReady(
  { seal, passwords, now }: RosterParts,
  transaction: Transaction<Tables>,
  { name, role, email, password, totpSecret }: NewOperator & OwnFactors,
): Promise<boolean> {
  const known = await transaction.selectFrom('operators').select('id').where('name', '=', name).executeTakeFirst();
  if (known) return false;
  const created = now();
  const password_hash = await passwords.hash(password, ownAsker);
  const row = { name, role, email, created, totp_confirmed: created, password_hash };
  const added = await transaction
    .insertInto('operators')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another process was quicker.
  if (added === undefined) return false;
  const sealed_totp = seal.close(totpSecret, sealLabel(added.id));
  await transaction.updateTable('operators').set({ sealed_totp }).where('id', '=', added.id).execute();
  return true;
}

async function useTotp({ db, seal, now }: RosterParts, row: OperatorRow, code: string): Promise<boolean> {
  const { id, sealed_totp } = row;
  if (sealed_totp === null) return false;
  const step = stepOfCode(seal.open(sealed_totp, sealLabel(id)), code, now());
  if (step === null) return false;
  // Of many at once with the same code, one moves the step forward.
  const { numUpdatedRows } = await db
    .updateTable('operators')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('sealed_totp', '=', sealed_totp)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function sealLabel(id: number): string {
  return `operator:${id}:totp`;
}

function wireOf({ until, ...row }: OperatorRow & { readonly until: number | null }): OperatorWire {
  const { id, name, role, email, created, last_login: lastLogin } = row;
  return {
    id,
    name,
    role,
    email,
    created,
    lastLogin,
    disabled: row.disabled_at !== null,
    enrolled: row.password_hash !== null,
    linkUntil: until,
  };
}
