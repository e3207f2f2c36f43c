import { findReferences } from '@fft/bank-files';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Review } from '../../identity/index.ts';
import type { EntryFacts } from './entries.ts';
import { isSameName } from './names.ts';
import type { References } from './references.ts';
import type { Doubt } from '../tables.ts';

type JudgedEntry = Pick<
  EntryFacts,
  'direction' | 'is_return' | 'body' | 'end_to_end' | 'currency' | 'name' | 'unusual'
>;

/** Whose money an entry is, and the doubts for which a person must decide. */
export interface Judgement {
  readonly customer: number | null;
  readonly doubts: readonly Doubt[];
}

export interface JudgeOptions {
  readonly db: Kysely<Tables>;
  readonly references: Pick<References, 'customersOf'>;
  readonly review: Pick<Review, 'latest'>;
}

export type Judge = (entry: JudgedEntry) => Promise<Judgement>;

/**
 * Judges money that came in. Only a reference names the owner, and only money from a payer with the owner's verified name needs no person. Money
 * with another customer's reference, or sent for someone else, waits for two people.
 */
export function createJudge({ db, references, review }: JudgeOptions): Judge {
  return async (entry) => {
    // The amount doesn't tell an unusual entry's parts, so two people decide the whole entry.
    if (entry.unusual !== null) return { customer: null, doubts: ['unusual'] };
    if (entry.direction === 'out') return { customer: null, doubts: [entry.is_return ? 'return' : 'outgoing'] };
    if (entry.is_return) return { customer: null, doubts: ['return'] };
    const found = findReferences(`${entry.body} ${entry.end_to_end ?? ''}`);
    if (found.length === 0) return { customer: null, doubts: ['noReference'] };
    const owners = await references.customersOf(found, entry.currency);
    const [customer] = owners;
    if (customer === undefined) return { customer: null, doubts: ['unknownReference'] };
    if (owners.length > 1) return { customer: null, doubts: ['severalReferences'] };
    return { customer, doubts: await doubtsAbout(customer, entry) };
  };

  async function doubtsAbout(customer: number, { name }: JudgedEntry): Promise<Doubt[]> {
    const identity = (await review.latest([customer])).get(customer);
    const account = await db.selectFrom('customers').select('locked_at').where('id', '=', customer).executeTakeFirst();
    const isVerified = identity?.state === 'passed' && identity.name !== null;
    const isOwn = isVerified && name !== null && isSameName(identity.name ?? '', name);
    const doubts: readonly (readonly [Doubt, boolean])[] = [
      ['unverified', !isVerified],
      ['nameDiffers', isVerified && !isOwn],
      ['locked', account?.locked_at != null],
    ];
    return doubts.filter(([, holds]) => holds).map(([doubt]) => doubt);
  }
}
