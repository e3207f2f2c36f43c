import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Seal } from '../database/seal.ts';
import type { Tables } from '../database/tables.ts';
import { openPapers } from './identities.ts';
import type { Papers } from './papers.ts';
import type { Reason } from './reasons.ts';

export interface PendingIdentity {
  readonly customer: number;
  readonly submitted: number;
  readonly nationality: string;
  readonly idType: Papers['idType'];
  /** Other accounts that submitted the same paper. */
  readonly sameAs: readonly number[];
}

export interface FullIdentity extends Papers {
  readonly state: string;
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
  pending(): Promise<PendingIdentity[]>;
  show(customer: number, operator: string): Promise<FullIdentity | null>;
  /** @throws NothingPending */
  pass(customer: number, operator: string): Promise<void>;
  /** @throws NothingPending */
  fail(customer: number, operator: string, reason: Reason): Promise<void>;
}

export interface ReviewOptions {
  readonly db: Kysely<Tables>;
  readonly seal: Seal;
  readonly now: () => number;
}

export function createReview({ db, seal, now }: ReviewOptions): Review {
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
    pending: () => listPending(db),
    show: (customer, operator) =>
      db.transaction().execute((transaction) => show(transaction, seal, { customer, operator, time: now() })),
    pass: (customer, operator) => decide(customer, operator, null),
    fail: decide,
  };
}

async function listPending(db: Kysely<Tables>): Promise<PendingIdentity[]> {
  const rows = await db.selectFrom('identities').selectAll().where('state', '=', 'pending').orderBy('id').execute();
  const pending: PendingIdentity[] = [];
  for (const row of rows) {
    const others = await db
      .selectFrom('identities')
      .select('customer')
      .distinct()
      .where('number_hash', '=', row.number_hash)
      .where('customer', '!=', row.customer)
      .orderBy('customer')
      .execute();
    const { customer, submitted, nationality, id_type: idType } = row;
    pending.push({ customer, submitted, nationality, idType, sameAs: others.map((other) => other.customer) });
  }
  return pending;
}

interface Look {
  readonly customer: number;
  readonly operator: string;
  readonly time: number;
}

async function show(transaction: Transaction<Tables>, seal: Seal, look: Look): Promise<FullIdentity | null> {
  const { customer, operator, time } = look;
  const row = await transaction
    .selectFrom('identities')
    .selectAll()
    .where('customer', '=', customer)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { state, nationality, id_type: idType, front, back, hand } = row;
  const target = `customer ${customer}`;
  await writeAudit(transaction, { time, operator, act: 'identity.show', target, after: { submission: row.id } });
  return { state, nationality, idType, ...openPapers(seal, row), photos: { front, back, hand } };
}
