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
  /** Sets what an operator logs in with, if there is nothing yet and nobody shut them out. False where it isn't so, or the row was altered. */
  enrol(transaction: Transaction<Tables>, id: number, own: Enrolled): Promise<boolean>;
  /** Voids what an operator logs in with; lets one who was shut out enrol again. The caller answers for the role in the row. */
  void(transaction: Transaction<Tables>, id: number): Promise<void>;
  setRole(transaction: Transaction<Tables>, id: number, role: Role): Promise<void>;
  shutOut(transaction: Transaction<Tables>, id: number): Promise<void>;
  /** False where name, role, password or the shutting out were changed in the database behind the exchange's back. */
  isGenuine(row: OperatorRow): boolean;
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
    isGenuine: (row) => isVouched(parts, row),
    find: async (id) => {
      const row = await db
        .selectFrom('operators')
        .selectAll()
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      return row && isVouched(parts, row) ? { id, name: row.name, role: row.role } : null;
    },
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
    ...createChanges(parts),
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

/** What changes an operator's row under its MAC. */
function createChanges(parts: RosterParts): Pick<Roster, 'enrol' | 'void' | 'setRole' | 'shutOut'> {
  return {
    enrol: async (transaction, id, { passwordHash, totpSecret, step }) => {
      if (!isVouched(parts, await lock(transaction, id))) return false;
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
      if (numUpdatedRows === 1n) await vouch(parts, transaction, id);
      return numUpdatedRows === 1n;
    },
    setRole: async (transaction, id, role) => {
      await transaction.updateTable('operators').set({ role }).where('id', '=', id).execute();
      await vouch(parts, transaction, id);
    },
    shutOut: async (transaction, id) => {
      const wasGenuine = isVouched(parts, await lock(transaction, id));
      await transaction.updateTable('operators').set({ disabled_at: parts.now() }).where('id', '=', id).execute();
      // An altered row stays one, so that a reset doesn't let its role in.
      if (wasGenuine) await vouch(parts, transaction, id);
    },
    void: async (transaction, id) => {
      const nothing = { password_hash: null, sealed_totp: null, totp_confirmed: null, last_step: 0, disabled_at: null };
      await transaction.updateTable('operators').set(nothing).where('id', '=', id).execute();
      await transaction.deleteFrom('operator_passkeys').where('operator', '=', id).execute();
      await vouch(parts, transaction, id);
    },
  };
}

async function add(
  parts: RosterParts,
  transaction: Transaction<Tables>,
  { name, role, email }: NewOperator,
): Promise<number> {
  const added = await transaction
    .insertInto('operators')
    .values({ name, role, email, created: parts.now() })
    // Of the name or of the address.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) {
    await vouch(parts, transaction, added.id);
    return added.id;
  }
  const named = await transaction.selectFrom('operators').select('id').where('name', '=', name).executeTakeFirst();
  throw new Refusal(Code.conflict, named ? 'operatorNameTaken' : 'operatorEmailTaken');
}

async function addReady(
  parts: RosterParts,
  transaction: Transaction<Tables>,
  { name, role, email, password, totpSecret }: NewOperator & OwnFactors,
): Promise<boolean> {
  const { seal, passwords, now } = parts;
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
  await vouch(parts, transaction, added.id);
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

function lock(transaction: Transaction<Tables>, id: number): Promise<OperatorRow> {
  return transaction.selectFrom('operators').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** An empty text that is sealed under a label is a MAC of the label. */
async function vouch({ seal }: RosterParts, transaction: Transaction<Tables>, id: number): Promise<void> {
  const mac = seal.close('', rowLabel(await lock(transaction, id)));
  await transaction.updateTable('operators').set({ mac }).where('id', '=', id).execute();
}

function isVouched({ seal }: Pick<RosterParts, 'seal'>, row: OperatorRow): boolean {
  if (row.mac === null) return false;
  try {
    return seal.open(row.mac, rowLabel(row)) === '';
  } catch {
    return false;
  }
}

function rowLabel({ id, name, role, password_hash, disabled_at }: OperatorRow): string {
  return `operator:${id}:row:${JSON.stringify([name, role, password_hash, disabled_at !== null])}`;
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
