import { sql, type Kysely, type Transaction } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Seal } from '../database/seal.ts';
import type { Tables } from '../database/tables.ts';
import { openPapers } from './identities.ts';
import type { Papers } from './papers.ts';
import type { Reason } from './reasons.ts';

export interface PendingIdentity {
  /** Of the submission. */
  readonly id: number;
  readonly customer: number;
  readonly submitted: number;
  readonly nationality: string;
  readonly idType: Papers['idType'];
  /** The how manieth submission of the customer it is. */
  readonly attempt: number;
  /** Other accounts that submitted the same paper. */
  readonly sameAs: readonly number[];
}

/** How much waits, and what was done. */
export interface ReviewFigures {
  readonly waiting: number;
  readonly oldest: number | null;
  readonly decidedToday: number;
  readonly passedToday: number;
}

export interface PendingQuery {
  /** Those after this submission. */
  readonly after: number;
  readonly limit: number;
}

export interface FullIdentity extends Papers {
  readonly state: 'pending' | 'passed' | 'failed';
  readonly photos: { readonly front: string; readonly back: string; readonly hand: string };
}

/** There is nothing of this customer that waits to be decided. */
export class NothingPending extends Error {
  override readonly name = 'NothingPending';
  constructor(customer: number) {
    super(`customer ${customer} has no papers under review`);
  }
}

/** The operators' side: looks at papers and decides. Everything but the list is written to the audit log. */
export interface Review {
  /** The oldest first, and one more than asked for where there are more; all of them unless told. */
  pending(query?: PendingQuery): Promise<PendingIdentity[]>;
  figures(): Promise<ReviewFigures>;
  /** Of those who submitted something. */
  states(customers: readonly number[]): Promise<ReadonlyMap<number, FullIdentity['state']>>;
  show(customer: number, operator: string): Promise<FullIdentity | null>;
  /** The upload of one photo; looking at it is written down. */
  photo(customer: number, photo: keyof FullIdentity['photos'], operator: string): Promise<string | null>;
  /** @throws NothingPending */
  pass(customer: number, operator: string): Promise<void>;
  /** @throws NothingPending */
  fail(customer: number, operator: string, reason: Reason): Promise<void>;
}

export interface ReviewOptions {
  readonly db: Kysely<Tables>;
  readonly seal: Seal;
  /** Tells the customer, in the transaction of the decision. `null`: he passed. */
  readonly onDecision: (transaction: Transaction<Tables>, customer: number, reason: Reason | null) => Promise<void>;
  readonly now: () => number;
}

export function createReview({ db, seal, onDecision, now }: ReviewOptions): Review {
  async function decide(customer: number, operator: string, reason: Reason | null): Promise<void> {
    const state = reason === null ? 'passed' : 'failed';
    const decision = { state, reason_zh: reason?.zh ?? null, reason_en: reason?.en ?? null } as const;
    await db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('identities')
        .set({ ...decision, decided: now() })
        .where('customer', '=', customer)
        .where('state', '=', 'pending')
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) throw new NothingPending(customer);
      await onDecision(transaction, customer, reason);
      await writeAudit(transaction, {
        time: now(),
        operator,
        act: reason === null ? 'identity.pass' : 'identity.fail',
        target: `customer ${customer}`,
        before: { submission: row.id, state: 'pending' },
        after: { submission: row.id, ...decision },
      });
    });
  }

  return {
    pending: (query) => listPending(db, query),
    figures: () => figures(db, now()),
    states: (customers) => readStates(db, customers),
    show: (customer, operator) =>
      db.transaction().execute((transaction) => show(transaction, seal, { customer, operator, time: now() })),
    photo: (customer, photo, operator) =>
      db.transaction().execute((transaction) => lookAt(transaction, photo, { customer, operator, time: now() })),
    pass: (customer, operator) => decide(customer, operator, null),
    fail: decide,
  };
}

const everything: PendingQuery = { after: 0, limit: 10_000 };

async function listPending(db: Kysely<Tables>, { after, limit } = everything): Promise<PendingIdentity[]> {
  const rows = await db
    .selectFrom('identities')
    .selectAll()
    .where('state', '=', 'pending')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const attempts = await countSubmissions(db, rows);
  const rivals = await othersWith(db, rows);
  return rows.map(({ id, customer, submitted, nationality, id_type: idType, number_hash }) => ({
    id,
    customer,
    submitted,
    nationality,
    idType,
    attempt: attempts.get(customer) ?? 1,
    sameAs: (rivals.get(number_hash.toString('hex')) ?? []).filter((other) => other !== customer),
  }));
}

async function countSubmissions(
  db: Kysely<Tables>,
  rows: readonly { readonly customer: number }[],
): Promise<ReadonlyMap<number, number>> {
  if (rows.length === 0) return new Map();
  const customers = rows.map(({ customer }) => customer);
  const counts = await db
    .selectFrom('identities')
    .select(({ fn }) => ['customer', fn.countAll<number>().as('count')])
    .where('customer', 'in', customers)
    .groupBy('customer')
    .execute();
  return new Map(counts.map(({ customer, count }) => [customer, count]));
}

/** Everybody who submitted one of these papers, by its number's hash. */
async function othersWith(
  db: Kysely<Tables>,
  rows: readonly { readonly number_hash: Buffer }[],
): Promise<ReadonlyMap<string, number[]>> {
  const found = new Map<string, number[]>();
  if (rows.length === 0) return found;
  const hashes = rows.map(({ number_hash }) => number_hash);
  const owners = await db
    .selectFrom('identities')
    .select(['number_hash', 'customer'])
    .distinct()
    .where('number_hash', 'in', hashes)
    .orderBy('customer')
    .execute();
  for (const { number_hash, customer } of owners) {
    const key = number_hash.toString('hex');
    found.set(key, [...(found.get(key) ?? []), customer]);
  }
  return found;
}

async function readStates(
  db: Kysely<Tables>,
  customers: readonly number[],
): Promise<ReadonlyMap<number, FullIdentity['state']>> {
  if (customers.length === 0) return new Map();
  const rows = await db
    .selectFrom('identities')
    .select(['customer', 'state'])
    .distinctOn('customer')
    .where('customer', 'in', customers)
    .orderBy('customer')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ customer, state }) => [customer, state]));
}

const dayMs = 86_400_000;

/** Today is that of UTC. */
async function figures(db: Kysely<Tables>, time: number): Promise<ReviewFigures> {
  const today = time - (time % dayMs);
  const { rows } = await sql<ReviewFigures>`
    select
      (select count(*) from identities where state = 'pending') as waiting,
      (select submitted from identities where state = 'pending' order by id limit 1) as oldest,
      (select count(*) from identities where decided >= ${today}) as "decidedToday",
      (select count(*) from identities where decided >= ${today} and state = 'passed') as "passedToday"`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: null, decidedToday: 0, passedToday: 0 };
}

async function lookAt(
  transaction: Transaction<Tables>,
  photo: keyof FullIdentity['photos'],
  { customer, operator, time }: Look,
): Promise<string | null> {
  const row = await lastOf(transaction, customer);
  if (row === undefined) return null;
  const after = { submission: row.id, photo };
  await writeAudit(transaction, { time, operator, act: 'identity.photo', target: `customer ${customer}`, after });
  return row[photo];
}

function lastOf(transaction: Transaction<Tables>, customer: number) {
  return transaction
    .selectFrom('identities')
    .selectAll()
    .where('customer', '=', customer)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

interface Look {
  readonly customer: number;
  readonly operator: string;
  readonly time: number;
}

async function show(transaction: Transaction<Tables>, seal: Seal, look: Look): Promise<FullIdentity | null> {
  const { customer, operator, time } = look;
  const row = await lastOf(transaction, customer);
  if (row === undefined) return null;
  const { state, nationality, id_type: idType, front, back, hand } = row;
  const target = `customer ${customer}`;
  await writeAudit(transaction, { time, operator, act: 'identity.show', target, after: { submission: row.id } });
  return { state, nationality, idType, ...openPapers(seal, row), photos: { front, back, hand } };
}
