import type { IdentitySubmission } from '@fft/console-contract';
import { sql, type Kysely, type SelectQueryBuilder, type Selectable } from 'kysely';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Tables } from './room.ts';
import { openPapers } from './identities.ts';

/** A submission as reviewers see it. */
export type QueuedIdentity = IdentitySubmission;

export interface QueueQuery {
  /** Pending submissions: all, flagged ones, or those that `operator` holds; or decided ones. */
  readonly view: 'waiting' | 'flagged' | 'mine' | 'decided';
  /** Order of pending submissions; decided ones are listed newest first. */
  readonly order: 'oldest' | 'newest';
  readonly operator: string;
  /** The last submission of the previous page; null for the first page. */
  readonly after: number | null;
  readonly limit: number;
}

/** The number of submissions in each view. */
export interface QueueCounts {
  readonly flagged: number;
  readonly mine: number;
}

export interface QueueOptions {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  readonly now: () => number;
}

/** Flagged: another account used the same document, or it is not the customer's first attempt. */
const isFlagged = sql<boolean>`(
  exists (select from identities as other where other.number_hash = identities.number_hash and other.customer <> identities.customer)
  or exists (select from identities as earlier where earlier.customer = identities.customer and earlier.id < identities.id))`;

const attempt = sql<number>`(
  select count(*) from identities as tries where tries.customer = identities.customer and tries.id <= identities.id)`;

type Row = Selectable<Tables['identities']> & { readonly attempt: number };
type Found = SelectQueryBuilder<Tables, 'identities', Row>;

/** One extra row if there are more. */
export async function listQueue({ db, seal, now }: QueueOptions, query: QueueQuery): Promise<QueuedIdentity[]> {
  const rows = await inOrder(inView(db, query, now()), query)
    .limit(query.limit + 1)
    .execute();
  const owners = await ownersOf(db, rows);
  return rows.map((row) => {
    const { id, customer, state, submitted, decided, nationality, id_type: idType } = row;
    const others = owners.get(row.number_hash.toString('hex')) ?? [];
    const holder = isHeld(row, now()) ? row.held_by : null;
    return {
      id,
      customer,
      name: openPapers(seal, row)?.name ?? '?',
      state,
      submitted,
      decided,
      reviewer: state === 'pending' ? holder : row.decided_by,
      nationality,
      idType,
      attempt: row.attempt,
      sameAs: others.filter((other) => other !== customer),
    };
  });
}

function inView(db: Kysely<Tables>, { view, operator }: QueueQuery, time: number): Found {
  const all = db.selectFrom('identities').selectAll('identities').select(attempt.as('attempt'));
  if (view === 'decided') return all.where('decided', 'is not', null);
  const waiting = all.where('state', '=', 'pending');
  if (view === 'flagged') return waiting.where(isFlagged);
  return view === 'mine' ? waiting.where('held_by', '=', operator).where('held_until', '>', time) : waiting;
}

function inOrder(found: Found, { view, order, after }: QueueQuery): Found {
  if (view === 'decided') {
    const rest =
      after === null
        ? found
        : found.where(sql<boolean>`(decided, id) < (select decided, id from identities where id = ${after})`);
    return rest.orderBy('decided', 'desc').orderBy('id', 'desc');
  }
  const rest = after === null ? found : found.where('id', order === 'oldest' ? '>' : '<', after);
  return rest.orderBy('id', order === 'oldest' ? 'asc' : 'desc');
}

export async function countQueue({ db, now }: QueueOptions, operator: string): Promise<QueueCounts> {
  const { rows } = await sql<QueueCounts>`
    select count(*) filter (where ${isFlagged}) as flagged,
      count(*) filter (where held_by = ${operator} and held_until > ${now()}) as mine
    from identities where state = 'pending'`.execute(db);
  return rows[0] ?? { flagged: 0, mine: 0 };
}

function isHeld({ held_until }: Row, time: number): boolean {
  return held_until !== null && held_until > time;
}

/** All customers who submitted one of these documents, by the hash of its number. */
async function ownersOf(
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
