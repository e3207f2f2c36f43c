import { photos, type Photo } from '@fft/console-contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import { refuseMoreStops, type StopBound } from '../audit/acts-per-hour.ts';
import { writeAudit } from '../audit/audit.ts';
import { publishEvent } from '../database/event-bus.ts';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Tables } from './room.ts';
import { openPapers } from './identities.ts';
import { findByName } from './names.ts';
import type { Papers } from './papers.ts';
import { countQueue, listQueue, type QueueCounts, type QueuedIdentity, type QueueQuery } from './queue.ts';
import type { Reason } from './reasons.ts';
import { refuse } from './refusals.ts';

/** Size of the queue, and the day's decisions. */
export interface ReviewFigures {
  readonly waiting: number;
  readonly oldest: number | null;
  readonly decidedToday: number;
  readonly passedToday: number;
}

export interface LatestIdentity {
  readonly state: FullIdentity['state'];
  /** Null if it can't be decrypted. */
  readonly name: string | null;
}

export interface UnseenPhotos {
  readonly submission: number;
  readonly photos: readonly Photo[];
}

export interface FullIdentity extends Papers {
  readonly state: 'pending' | 'passed' | 'failed' | 'revoked';
  readonly photos: { readonly front: string; readonly back: string; readonly hand: string };
}

/** The operators' side: shows papers and decides. Everything except the list is recorded in the audit log. */
export interface Review {
  /** Returns one more than requested if there are more. */
  queue(query: QueueQuery): Promise<QueuedIdentity[]>;
  counts(operator: string): Promise<QueueCounts>;
  figures(): Promise<ReviewFigures>;
  /** State and name of the latest papers, of customers who submitted any. */
  latest(customers: readonly number[]): Promise<ReadonlyMap<number, LatestIdentity>>;
  /** Customers whose papers have every word of the text in the name, newest first. Only those before a number. */
  findByName(text: string, before: number): Promise<readonly number[]>;
  /** The latest papers, or those of one submission. Pending papers are held for the operator for a while, unless another operator holds them. @throws Refusal `papersUnreadable` */
  show(customer: number, operator: string, submission?: number): Promise<FullIdentity | null>;
  /** Ends the operator's hold. */
  release(customer: number, operator: string): Promise<void>;
  /** Upload id of one photo, of the latest papers or of one submission. Recorded in the audit log. */
  photo(
    customer: number,
    photo: keyof FullIdentity['photos'],
    operator: string,
    submission?: number,
  ): Promise<string | null>;
  /** The photos that the operator has not requested, of the latest papers or of one submission. Null without papers. */
  unseen(customer: number, operator: string, submission?: number): Promise<UnseenPhotos | null>;
  /** Passes the pending papers; with `submission`, only those. @throws Refusal `noPapers`, also if that submission is no longer the pending one */
  pass(customer: number, operator: string, submission?: number): Promise<void>;
  /** As {@link pass}. */
  fail(customer: number, operator: string, reason: Reason, submission?: number): Promise<void>;
  /** Revokes a passed identity, so that the customer can submit papers again. Returns the withdrawals that it stops because they exceed the customer's new limit. @throws Refusal `notPassed` */
  revoke(customer: number, operator: string, reason: Reason, submission?: number): Promise<readonly number[]>;
  /** The operator who passed the identity; null if it isn't passed. */
  passedBy(customer: number): Promise<string | null>;
}

export type OnRevoke = (
  transaction: Transaction<Tables>,
  customer: number,
  reason: Reason,
) => Promise<readonly number[]>;

export interface ReviewOptions extends StopBound {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  /** Key of the hashes of names. */
  readonly nameSecret: string;
  /** Notifies the customer in the transaction of the decision. The reason is null if they passed. */
  readonly onDecision: (transaction: Transaction<Tables>, customer: number, reason: Reason | null) => Promise<void>;
  /** Notifies the customer in the transaction of the revocation. Returns the stopped withdrawals. */
  readonly onRevoke: OnRevoke;
  readonly now: () => number;
}

export function createReview(options: ReviewOptions): Review {
  const { db, seal, onDecision, now } = options;
  async function decide(customer: number, operator: string, reason: Reason | null, submission?: number): Promise<void> {
    const state = reason === null ? 'passed' : 'failed';
    const decision = { state, reason_zh: reason?.zh ?? null, reason_en: reason?.en ?? null } as const;
    await db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('identities')
        .set({ ...decision, decided: now(), decided_by: operator })
        .where('customer', '=', customer)
        .where('state', '=', 'pending')
        .$if(submission !== undefined, (query) => query.where('id', '=', submission ?? 0))
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) throw refuse('noPapers');
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
    queue: (query) => listQueue({ db, seal, now }, query),
    counts: (operator) => countQueue({ db, seal, now }, operator),
    figures: () => figures(db, now()),
    latest: (customers) => readLatest(db, seal, customers),
    findByName: (text, before) => findByName(db, options.nameSecret, { text, before }),
    show: (customer, operator, submission) =>
      db
        .transaction()
        .execute((transaction) => show(transaction, seal, { customer, operator, submission, time: now() })),
    release: (customer, operator) => release(db, customer, operator),
    photo: (customer, photo, operator, submission) =>
      db
        .transaction()
        .execute((transaction) => lookAt(transaction, photo, { customer, operator, submission, time: now() })),
    unseen: (customer, operator, submission) => readUnseen(db, { customer, operator, submission }),
    pass: (customer, operator, submission) => decide(customer, operator, null, submission),
    fail: decide,
    revoke: (customer, operator, reason, submission) =>
      db
        .transaction()
        .execute((transaction) => revoke(options, transaction, { customer, operator, reason, submission })),
    passedBy: async (customer) => {
      const { state, decided_by } = (await papersOf(db, { customer })) ?? {};
      return state === 'passed' ? (decided_by ?? null) : null;
    },
  };
}

interface Revocation {
  readonly customer: number;
  readonly operator: string;
  readonly reason: Reason;
  readonly submission: number | undefined;
}

async function revoke(
  { onRevoke, now, stopsPerHour }: ReviewOptions,
  transaction: Transaction<Tables>,
  { customer, operator, reason, submission }: Revocation,
): Promise<readonly number[]> {
  const decision = { state: 'revoked', reason_zh: reason.zh, reason_en: reason.en } as const;
  await refuseMoreStops(transaction, { stopsPerHour }, { operator, time: now() });
  // Custody locks this row while it releases a payment: either the payment is complete, or it sees the revoked identity.
  await transaction.selectFrom('customers').select('id').where('id', '=', customer).forUpdate().execute();
  const row = await papersOf(transaction, { customer });
  if (row === undefined || (submission !== undefined && row.id !== submission)) throw refuse('notPassed');
  const { numUpdatedRows } = await transaction
    .updateTable('identities')
    .set({ ...decision, decided: now(), decided_by: operator })
    .where('id', '=', row.id)
    .where('state', '=', 'passed')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse('notPassed');
  const withdrawals = await onRevoke(transaction, customer, reason);
  await publishEvent(transaction, { kind: 'identityRevoked', customer });
  await writeAudit(transaction, {
    time: now(),
    operator,
    act: 'identity.revoke',
    target: `customer ${customer}`,
    before: { submission: row.id, state: 'passed', decided_by: row.decided_by },
    after: { submission: row.id, ...decision, withdrawals },
  });
  return withdrawals;
}

const heldMs = 15 * 60_000;

/** Holds pending papers for `heldMs`, unless another operator holds them. */
async function hold(transaction: Transaction<Tables>, { customer, operator, time }: Look): Promise<void> {
  await transaction
    .updateTable('identities')
    .set({ held_by: operator, held_until: time + heldMs })
    .where('customer', '=', customer)
    .where('state', '=', 'pending')
    .where(({ or, eb }) =>
      or([eb('held_until', 'is', null), eb('held_until', '<=', time), eb('held_by', '=', operator)]),
    )
    .execute();
}

async function release(db: Kysely<Tables>, customer: number, operator: string): Promise<void> {
  await db
    .updateTable('identities')
    .set({ held_until: null })
    .where('customer', '=', customer)
    .where('held_by', '=', operator)
    .execute();
}

async function readLatest(
  db: Kysely<Tables>,
  seal: FieldCipher,
  customers: readonly number[],
): Promise<ReadonlyMap<number, LatestIdentity>> {
  if (customers.length === 0) return new Map();
  const rows = await db
    .selectFrom('identities')
    .select(['customer', 'state', 'sealed_name', 'sealed_number'])
    .distinctOn('customer')
    .where('customer', 'in', customers)
    .orderBy('customer')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.customer, { state: row.state, name: openPapers(seal, row)?.name ?? null }]));
}

/** Views are in the audit log, which the database protects against changes. */
async function readUnseen(
  db: Kysely<Tables>,
  look: Pick<Look, 'customer' | 'operator' | 'submission'>,
): Promise<UnseenPhotos | null> {
  const row = await papersOf(db, look);
  if (row === undefined) return null;
  const viewed = await db
    .selectFrom('audit')
    .select(sql<string>`after ->> 'photo'`.as('photo'))
    .distinct()
    .where('target', '=', `customer ${look.customer}`)
    .where('act', '=', 'identity.photo')
    .where('operator', '=', look.operator)
    .where(sql<string>`after ->> 'submission'`, '=', String(row.id))
    .execute();
  const seen = new Set(viewed.map(({ photo }) => photo));
  return { submission: row.id, photos: photos.filter((photo) => !seen.has(photo)) };
}

const dayMs = 86_400_000;

/** Days are in UTC. */
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
  look: Look,
): Promise<string | null> {
  const { customer, operator, time } = look;
  const row = await papersOf(transaction, look);
  if (row === undefined) return null;
  const after = { submission: row.id, photo };
  await writeAudit(transaction, { time, operator, act: 'identity.photo', target: `customer ${customer}`, after });
  return row[photo];
}

function papersOf(db: Kysely<Tables>, { customer, submission }: Pick<Look, 'customer' | 'submission'>) {
  const theirs = db.selectFrom('identities').selectAll().where('customer', '=', customer);
  const wanted = submission === undefined ? theirs : theirs.where('id', '=', submission);
  return wanted.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

interface Look {
  readonly customer: number;
  readonly operator: string;
  /** The latest by default. */
  readonly submission?: number | undefined;
  readonly time: number;
}

async function show(transaction: Transaction<Tables>, seal: FieldCipher, look: Look): Promise<FullIdentity | null> {
  const { customer, operator, time } = look;
  const row = await papersOf(transaction, look);
  if (row === undefined) return null;
  const opened = openPapers(seal, row);
  if (opened === null) throw refuse('papersUnreadable');
  const { state, nationality, id_type: idType, front, back, hand } = row;
  const target = `customer ${customer}`;
  await hold(transaction, look);
  await writeAudit(transaction, { time, operator, act: 'identity.show', target, after: { submission: row.id } });
  return { state, nationality, idType, ...opened, photos: { front, back, hand } };
}
