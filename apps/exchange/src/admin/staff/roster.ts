import type { Operator as OperatorWire, Role } from '@fft/console-contract';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import type { Passwords } from '../../accounts/index.ts';
import { stepOfCode } from './authenticator-app.ts';

export type OperatorRow = Selectable<Tables['operators']>;

/** An operator who acts in the console. */
export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** The requester of hashes that no log-in page waits for. */
const ownAsker = { rank: 'operator', from: 'roster' } as const;

/** The operators and their log-in factors. */
export interface Roster {
  find(id: number): Promise<Operator | null>;
  findByName(name: string): Promise<OperatorRow | null>;
  list(): Promise<OperatorWire[]>;
  /** Adds an operator who must enrol. @throws Refusal `conflict` if the name or the address is taken */
  add(transaction: Transaction<Tables>, who: NewOperator): Promise<number>;
  /** Adds an operator with factors, who can log in immediately. Returns false if the name is taken. */
  addReady(transaction: Transaction<Tables>, who: NewOperator, own: OwnFactors): Promise<boolean>;
  /** Sets an operator's factors. Returns false if they have some, their access is revoked, or their row was altered. */
  enrol(transaction: Transaction<Tables>, id: number, own: Enrolled): Promise<boolean>;
  /** Removes an operator's factors and lifts a revocation, so that they can enrol again. The caller vouches for the role in the row. */
  void(transaction: Transaction<Tables>, id: number): Promise<void>;
  setRole(transaction: Transaction<Tables>, id: number, role: Role): Promise<void>;
  revokeAccess(transaction: Transaction<Tables>, id: number): Promise<void>;
  /** False if name, role, password or revocation were changed in the database by anything but the exchange. */
  isGenuine(row: OperatorRow): boolean;
  /** @throws Refusal `conflict` if another operator has the address */
  setEmail(transaction: Transaction<Tables>, id: number, email: string): Promise<void>;
  /** True if the code is right and unused. It can't be used again. */
  useTotp(row: OperatorRow, code: string): Promise<boolean>;
  readonly passwords: Passwords;
}

export interface NewOperator extends Omit<Operator, 'id'> {
  /** Receives one-time links; null if none can be mailed. */
  readonly email: string | null;
}

export interface Enrolled {
  readonly passwordHash: string;
  readonly totpSecret: string;
  /** The time step of the code that was used to enrol. Codes up to it are no longer accepted. */
  readonly step: number;
}

export interface OwnFactors {
  readonly password: string;
  readonly totpSecret: string;
}

export interface RosterOptions {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  readonly passwords: Passwords;
  readonly now: () => number;
}

export function createRoster(options: RosterOptions): Roster {
  const { db, passwords } = options;
  return {
    passwords,
    isGenuine: (row) => hasValidMac(options, row),
    find: async (id) => {
      const row = await db
        .selectFrom('operators')
        .selectAll()
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      return row && hasValidMac(options, row) ? { id, name: row.name, role: row.role } : null;
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
    add: (transaction, who) => add(options, transaction, who),
    addReady: (transaction, who, own) => addReady(options, transaction, { ...who, ...own }),
    ...createChanges(options),
    setEmail: async (transaction, id, email) => {
      const other = await transaction
        .selectFrom('operators')
        .select('id')
        .where(sql`lower(email)`, '=', email)
        .where('id', '<>', id)
        .executeTakeFirst();
      if (other) throw refuse('operatorEmailTaken');
      await transaction.updateTable('operators').set({ email }).where('id', '=', id).execute();
    },
    useTotp: (row, code) => useTotp(options, row, code),
  };
}

/** The changes of an operator's row that its MAC covers. */
function createChanges(options: RosterOptions): Pick<Roster, 'enrol' | 'void' | 'setRole' | 'revokeAccess'> {
  return {
    enrol: async (transaction, id, { passwordHash, totpSecret, step }) => {
      if (!hasValidMac(options, await lock(transaction, id))) return false;
      const { numUpdatedRows } = await transaction
        .updateTable('operators')
        .set({
          password_hash: passwordHash,
          sealed_totp: options.seal.close(totpSecret, sealLabel(id)),
          totp_confirmed: options.now(),
          last_step: step,
        })
        .where('id', '=', id)
        .where('password_hash', 'is', null)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await signRow(options, transaction, id);
      return numUpdatedRows === 1n;
    },
    setRole: async (transaction, id, role) => {
      await transaction.updateTable('operators').set({ role }).where('id', '=', id).execute();
      await signRow(options, transaction, id);
    },
    revokeAccess: async (transaction, id) => {
      const wasGenuine = hasValidMac(options, await lock(transaction, id));
      await transaction.updateTable('operators').set({ disabled_at: options.now() }).where('id', '=', id).execute();
      // An altered row stays invalid, so that a reset doesn't make its role valid.
      if (wasGenuine) await signRow(options, transaction, id);
    },
    void: async (transaction, id) => {
      const nothing = { password_hash: null, sealed_totp: null, totp_confirmed: null, last_step: 0, disabled_at: null };
      await transaction.updateTable('operators').set(nothing).where('id', '=', id).execute();
      await transaction.deleteFrom('operator_passkeys').where('operator', '=', id).execute();
      await signRow(options, transaction, id);
    },
  };
}

async function add(
  options: RosterOptions,
  transaction: Transaction<Tables>,
  { name, role, email }: NewOperator,
): Promise<number> {
  const added = await transaction
    .insertInto('operators')
    .values({ name, role, email, created: options.now() })
    // The name or the address may be taken.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) {
    await signRow(options, transaction, added.id);
    return added.id;
  }
  const named = await transaction.selectFrom('operators').select('id').where('name', '=', name).executeTakeFirst();
  throw refuse(named ? 'operatorNameTaken' : 'operatorEmailTaken');
}

async function addReady(
  options: RosterOptions,
  transaction: Transaction<Tables>,
  { name, role, email, password, totpSecret }: NewOperator & OwnFactors,
): Promise<boolean> {
  const { seal, passwords, now } = options;
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
  // Another process added the operator first.
  if (added === undefined) return false;
  const sealed_totp = seal.close(totpSecret, sealLabel(added.id));
  await transaction.updateTable('operators').set({ sealed_totp }).where('id', '=', added.id).execute();
  await signRow(options, transaction, added.id);
  return true;
}

async function useTotp({ db, seal, now }: RosterOptions, row: OperatorRow, code: string): Promise<boolean> {
  const { id, sealed_totp } = row;
  if (sealed_totp === null) return false;
  const step = stepOfCode(seal.open(sealed_totp, sealLabel(id)), code, now());
  if (step === null) return false;
  // Only one of many concurrent uses of a code advances the step.
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

/** Signs the row: an empty text that is sealed under a label is a MAC of the label. */
async function signRow({ seal }: RosterOptions, transaction: Transaction<Tables>, id: number): Promise<void> {
  const mac = seal.close('', rowLabel(await lock(transaction, id)));
  await transaction.updateTable('operators').set({ mac }).where('id', '=', id).execute();
}

function hasValidMac({ seal }: Pick<RosterOptions, 'seal'>, row: OperatorRow): boolean {
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
