import { lockRules, mayDo, type Act, type LockKind, type Right, type Role } from '@fft/console-contract';
import type { Kysely, Transaction } from 'kysely';
import { refuseMoreStops, type StopBound } from '../../audit/acts-per-hour.ts';
import { Agreement } from '../../authority/agreement.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import { suspendApiKeys } from '../keys/api-key-rows.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { endingTransaction, type EndingOptions } from '../sessions/ending-transaction.ts';
import { forgetDevices } from '../sign-in/device-keys.ts';
import { dequeueAccountHalt, queueAccountHalt } from './queued-halts.ts';

/** One operator, or two who agreed. The role is null at the machine, which may no more than support. */
export type Locker = { readonly name: string; readonly role: Role | null } | Agreement;

export interface UnlockAct {
  readonly customer: number;
  readonly by: Locker;
  readonly time: number;
  /** The operator's reason. */
  readonly reason?: string;
  /** The lock that two agreed to lift; another is refused. */
  readonly kind?: LockKind | null;
}

export interface LockAct extends UnlockAct {
  readonly kind: LockKind;
  /** Cancels open orders and withdrawals in review too, where the kind leaves that open. */
  readonly cancel?: boolean;
}

export interface LocksOptions extends EndingOptions, StopBound {
  /** The exchange's own accounts besides the treasury's: market makers, and those of the settings. */
  readonly houseAccounts: readonly number[];
}

/** The act that two operators must agree to; null if one is enough. */
type Takes = Extract<Act, 'unlock' | 'houseLock' | 'houseUnlock'> | null;

/** Sets and lifts locks for operators. It decides which role may set and lift each kind, and records each change in the audit log. */
export interface Locks {
  lockTakes(customer: number): Promise<Takes>;
  unlockTakes(customer: number): Promise<Takes>;
  /** False if there is no such customer, or the account is locked. @throws Refusal */
  lock(act: LockAct): Promise<boolean>;
  /** Lifts any lock, also the owner's own freeze. False if there is none. @throws Refusal */
  unlock(act: UnlockAct): Promise<boolean>;
}

export function createLocks(options: LocksOptions): Locks {
  const { db } = options;
  return {
    lockTakes: async (customer) => ((await isHouse(options, db, customer)) ? 'houseLock' : null),
    unlockTakes: async (customer) => {
      const row = await db
        .selectFrom('customers')
        .select(['locked_by', 'lock_kind'])
        .where('id', '=', customer)
        .executeTakeFirst();
      return row === undefined ? null : unlockTakes(options, db, { customer, ...row });
    },
    lock: (act) => lockAccount(options, act),
    unlock: (act) => unlockAccount(options, act),
  };
}

async function lockAccount(options: LocksOptions, act: LockAct): Promise<boolean> {
  const { customer, kind, by, time, reason, cancel = true } = act;
  const rule = lockRules[kind];
  return endingTransaction(options, async (transaction, publishEnded) => {
    const takes = (await isHouse(options, transaction, customer)) ? 'houseLock' : null;
    const operator = await allowed(transaction, options, { ...act, cancel, takes, right: rule.right });
    const row = await transaction
      .updateTable('customers')
      .set({
        locked_at: time,
        locked_by: 'operator',
        lock_kind: kind,
        lock_operator: operator,
        lock_reason: reason ?? null,
      })
      .where('id', '=', customer)
      .where('locked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    const cancels = rule.cancels || cancel;
    if (cancels) await queueAccountHalt(transaction, customer, operator);
    const ended = await endSessionsOf(transaction, customer, { reason: 'locked', time });
    await forgetDevices(transaction, { realm: 'customer', account: customer });
    await publishEnded([...ended, ...(await suspendApiKeys(transaction, customer))]);
    const after = { lockedBy: 'operator', kind, cancels, ...(reason !== undefined && { reason }), ...firstOf(by) };
    await writeAudit(transaction, { time, operator, act: 'account.lock', target: `customer ${customer}`, after });
    return true;
  });
}

async function unlockAccount(options: LocksOptions, act: UnlockAct): Promise<boolean> {
  const { customer, by, time, reason } = act;
  return options.db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('customers')
      .select(['locked_at', 'locked_by', 'lock_kind'])
      .where('id', '=', customer)
      .where('locked_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return false;
    const takes = await unlockTakes(options, transaction, { customer, ...before });
    const kind = kindOf(before);
    if (by instanceof Agreement && act.kind !== before.lock_kind) throw refuse('lockChanged');
    const operator = await allowed(transaction, options, { ...act, takes, right: lockRules[kind ?? 'support'].right });
    await transaction
      .updateTable('customers')
      .set({ locked_at: null, locked_by: null, lock_kind: null, lock_operator: null, lock_reason: null })
      .where('id', '=', customer)
      .execute();
    await dequeueAccountHalt(transaction, customer);
    const after = { ...(reason !== undefined && { reason }), ...firstOf(by) };
    await writeAudit(transaction, {
      time,
      operator,
      act: 'account.unlock',
      target: `customer ${customer}`,
      before: { lockedAt: before.locked_at, lockedBy: before.locked_by, kind },
      after,
    });
    return true;
  });
}

interface Locked {
  readonly locked_by: 'self' | 'operator' | null;
  readonly lock_kind: LockKind | null;
}

/** Null for the owner's own freeze. A lock without a kind, from an earlier release, counts as compliance's, the strictest. */
function kindOf({ locked_by, lock_kind }: Locked): LockKind | null {
  return locked_by === 'operator' ? (lock_kind ?? 'compliance') : null;
}

async function unlockTakes(
  options: LocksOptions,
  db: Kysely<Tables> | Transaction<Tables>,
  { customer, ...row }: Locked & { readonly customer: number },
): Promise<Takes> {
  if (await isHouse(options, db, customer)) return 'houseUnlock';
  const kind = kindOf(row);
  return kind !== null && !lockRules[kind].isLiftedAlone ? 'unlock' : null;
}

async function isHouse(
  { houseAccounts }: LocksOptions,
  db: Kysely<Tables> | Transaction<Tables>,
  customer: number,
): Promise<boolean> {
  if (houseAccounts.includes(customer)) return true;
  return (
    (await db.selectFrom('treasury').select('customer').where('customer', '=', customer).executeTakeFirst()) !==
    undefined
  );
}

interface Asked extends UnlockAct {
  /** Of a lock. */
  readonly cancel?: boolean;
  readonly takes: Takes;
  readonly right: Right;
}

/** Returns the name for the audit log. Two who agreed are not bounded. @throws Refusal */
async function allowed(
  transaction: Transaction<Tables>,
  options: StopBound,
  { customer, by, time, takes, right, kind, reason, cancel }: Asked,
): Promise<string> {
  if (by instanceof Agreement) {
    if (takes === null) throw refuse('lockChanged');
    const does = { id: customer, kind: kind ?? null, reason: reason ?? '', ...(cancel !== undefined && { cancel }) };
    by.requireAbout(takes, `customer ${customer}`, does);
    return by.second;
  }
  if (!mayDo(by.role ?? 'support', right)) throw refuse('lockOfOthers');
  if (takes !== null) throw refuse('takesTwo');
  await refuseMoreStops(transaction, options, { operator: by.name, time });
  return by.name;
}

const firstOf = (by: Locker) => (by instanceof Agreement ? { first: by.first } : {});
