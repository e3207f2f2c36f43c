import type { CustomerDetail } from '@fft/console-contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import { refuseMoreStops, type StopBound } from '../audit/acts-per-hour.ts';
import type { Agreement } from '../authority/agreement.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from './room.ts';
import { deleteApiKeys } from './keys/api-key-rows.ts';
import type { Phones } from './phones.ts';
import { endSessionsOf } from './sessions/end-sessions.ts';
import { endingTransaction, type PublishEnded } from './sessions/ending-transaction.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { PausePlans } from '../orders/index.ts';
import type { Holds } from './locks/holds.ts';
import type { SecondFactor } from './factors/second-factor.ts';

/** A customer as operators see them. */
export interface FoundCustomer {
  readonly id: number;
  readonly email: string | null;
  readonly nickname: string | null;
  readonly created: number;
  readonly lastLogin: number | null;
  readonly locked: boolean;
}

export interface CustomerFacts extends FoundCustomer {
  readonly phone: string | null;
  readonly lang: 'zh' | 'en';
  readonly country: string | null;
  readonly lockedBy: 'self' | 'operator' | null;
  readonly lock: CustomerDetail['lock'];
  readonly holdUntil: number | null;
  readonly has: { readonly payPassword: boolean; readonly totp: boolean; readonly passkeys: number };
}

export interface CustomerQuery {
  /** A customer number, the beginning of an address or nickname, or a whole phone number. */
  readonly q?: string | undefined;
  /** Customers found otherwise, who match as well. */
  readonly named?: readonly number[];
  readonly locked?: boolean | undefined;
  /** Only customers before this number; Infinity for the newest. */
  readonly before: number;
  readonly limit: number;
}

export type Factor = 'totp' | 'passkeys' | 'payPassword';

interface Act {
  readonly customer: number;
  readonly operator: string;
}

interface FactorReset {
  readonly customer: number;
  readonly factor: Factor;
  readonly reason: string;
  readonly agreement: Agreement;
}

/** The operators' side of accounts. Every change is recorded in the audit log. */
export interface CustomerService {
  /** Newest first, with one extra row if there are more. */
  list(query: CustomerQuery): Promise<FoundCustomer[]>;
  read(id: number): Promise<CustomerFacts | null>;
  count(): Promise<number>;
  /** @throws Refusal `tooManyRequests` if the operator has stopped too many customers within an hour */
  endSessions(act: Act): Promise<void>;
  /** Removes a factor, holds withdrawals and ends the sessions; two must have agreed. False if it is not set. */
  reset(act: FactorReset): Promise<boolean>;
}

export interface CustomerServiceOptions extends StopBound {
  readonly db: Kysely<Tables>;
  readonly sessions: Pick<Sessions, 'hear'>;
  readonly phones: Phones;
  readonly secondFactor: Pick<SecondFactor, 'remove'>;
  readonly holds: Holds;
  readonly pausePlans: PausePlans;
  /** Notifies the owner in the transaction of the reset. */
  readonly onReset: (transaction: Transaction<Tables>, customer: number, factor: Factor) => Promise<void>;
  readonly now: () => number;
}

export function createCustomerService(options: CustomerServiceOptions): CustomerService {
  const { db, phones, now } = options;
  const ending = { db, hear: options.sessions.hear };
  return {
    list: (query) => list(db, phones, query),
    read: (id) => read(db, phones, { id, time: now() }),
    count: async () => {
      const row = db.selectFrom('customers').select(({ fn }) => fn.countAll<number>().as('count'));
      return (await row.executeTakeFirstOrThrow()).count;
    },
    endSessions: ({ customer, operator }) =>
      endingTransaction(ending, async (transaction, publishEnded) => {
        await refuseMoreStops(transaction, options, { operator, time: now() });
        const sessions = await endAllSessions(transaction, { customer, time: now() }, publishEnded);
        await options.pausePlans(transaction, customer);
        const target = `customer ${customer}`;
        await writeAudit(transaction, {
          time: now(),
          operator,
          act: 'account.endSessions',
          target,
          after: { sessions },
        });
      }),
    reset: ({ customer, factor, reason, agreement }) =>
      endingTransaction(ending, async (transaction, publishEnded) => {
        agreement.requireAbout('reset', `customer ${customer}`, { id: customer, factor, reason });
        if (!(await takeAway(options, transaction, customer, factor))) return false;
        await options.holds.begin(transaction, customer, factor === 'payPassword' ? 'payPassword' : 'secondFactor');
        await endAllSessions(transaction, { customer, time: now() }, publishEnded);
        await publishEnded(await deleteApiKeys(transaction, customer));
        await options.pausePlans(transaction, customer);
        await options.onReset(transaction, customer, factor);
        await writeAudit(transaction, {
          time: now(),
          operator: agreement.second,
          act: 'account.reset',
          target: `customer ${customer}`,
          before: { [factor]: true },
          after: { [factor]: false, reason, first: agreement.first },
        });
        return true;
      }),
  };
}

const columns = ['customers.id', 'email', 'nickname', 'customers.created', 'last_login as lastLogin'] as const;

async function list(
  db: Kysely<Tables>,
  phones: Phones,
  { q, named = [], locked, before, limit }: CustomerQuery,
): Promise<FoundCustomer[]> {
  let rows = db
    .selectFrom('customers')
    .select([...columns, sql<boolean>`locked_at is not null`.as('locked')])
    .orderBy('customers.id', 'desc')
    .limit(limit + 1);
  if (locked !== undefined) rows = rows.where('locked_at', locked ? 'is not' : 'is', null);
  if (Number.isFinite(before)) rows = rows.where('customers.id', '<', before);
  if (q === undefined) return rows.execute();
  if (/^\d{4,15}$/.test(q)) return rows.where('customers.id', '=', Number(q)).execute();
  const begins = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return rows
    .where((row) =>
      row.or([
        row('email', 'like', begins),
        sql<boolean>`lower(nickname) like ${begins}`,
        row('phone_hash', '=', phones.hash(q.replace(/[^\d+]/g, ''))),
        sql<boolean>`customers.id = any(${[...named]}::bigint[])`,
      ]),
    )
    .execute();
}

async function read(
  db: Kysely<Tables>,
  phones: Phones,
  { id, time }: { readonly id: number; readonly time: number },
): Promise<CustomerFacts | null> {
  const row = await db
    .selectFrom('customers')
    .leftJoin('pay_passwords', 'pay_passwords.customer', 'customers.id')
    .leftJoin('totps', 'totps.customer', 'customers.id')
    .leftJoin('holds', (join) => join.onRef('holds.customer', '=', 'customers.id').on('holds.until', '>', time))
    .select([
      ...columns,
      'sealed_phone',
      'lang',
      'country',
      'locked_by as lockedBy',
      'lock_kind',
      'lock_operator',
      'lock_reason',
      'holds.until as holdUntil',
    ])
    .select(['pay_passwords.customer as payPassword', 'totps.confirmed as totp', 'locked_at as lockedAt'])
    .select((row) =>
      row
        .selectFrom('passkeys')
        .select(row.fn.countAll<number>().as('n'))
        .whereRef('customer', '=', 'customers.id')
        .as('passkeys'),
    )
    .where('customers.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { payPassword, totp, passkeys, lockedAt, sealed_phone, lock_kind, lock_operator, lock_reason, ...facts } = row;
  const lock =
    facts.lockedBy === 'operator' && lockedAt !== null
      ? { kind: lock_kind, time: lockedAt, operator: lock_operator, reason: lock_reason }
      : null;
  const has = { payPassword: payPassword !== null, totp: totp !== null, passkeys: passkeys ?? 0 };
  return { ...facts, lock, phone: phones.open(id, { sealed_phone }), locked: lockedAt !== null, has };
}

async function endAllSessions(
  transaction: Transaction<Tables>,
  { customer, time }: { readonly customer: number; readonly time: number },
  publishEnded: PublishEnded,
): Promise<number> {
  const ended = await endSessionsOf(transaction, customer, { reason: 'support', time });
  await publishEnded(ended);
  return ended.length;
}

/** False if there was nothing to remove. */
async function takeAway(
  { secondFactor }: CustomerServiceOptions,
  transaction: Transaction<Tables>,
  customer: number,
  factor: Factor,
): Promise<boolean> {
  const table = ({ totp: 'totps', passkeys: 'passkeys', payPassword: 'pay_passwords' } as const)[factor];
  const { numDeletedRows } = await transaction.deleteFrom(table).where('customer', '=', customer).executeTakeFirst();
  if (factor === 'totp') await secondFactor.remove(transaction, customer);
  return numDeletedRows > 0n;
}
