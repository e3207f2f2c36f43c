import { createHash } from 'node:crypto';
import { JournalBroken } from './journal-errors.ts';
import type { Entry, Head, Journal } from './journal.ts';

/** The position before the first entry. */
export const emptyHead: Head = { sequence: 0, hash: new Uint8Array(32) };

/** The hash of an entry: `sha256(previousHash || bytes)`. */
export function chainHash(previousHash: Uint8Array, bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(previousHash).update(bytes).digest();
}

export interface VerifyOptions {
  /** The trusted position to start from; the journal's beginning by default. */
  readonly from?: Head;
  /** The last number to verify; by default the journal's newest entry, which must match its head. */
  readonly to?: number;
}

const entriesPerRead = 500;

/**
 * Recomputes the hash chain over a range of the journal. Returns the position at its end.
 * @throws JournalBroken at the first entry that is missing, out of order, or doesn't match its hash
 */
export async function verifyChain(journal: Journal, options: VerifyOptions = {}): Promise<Head> {
  const head = await journal.head();
  const to = options.to ?? head.sequence;
  let place = options.from ?? emptyHead;
  while (place.sequence < to) {
    const entries = await journal.read(place.sequence, Math.min(entriesPerRead, to - place.sequence));
    if (entries.length === 0) throw new JournalBroken(place.sequence + 1, 'missing');
    for (const entry of entries) place = verifyEntry(place, entry);
  }
  if (options.to === undefined && !sameBytes(place.hash, head.hash)) {
    throw new JournalBroken(place.sequence, 'the head has another hash');
  }
  return place;
}

/**
 * Checks that an entry follows the previous position. Returns its own position.
 * @throws JournalBroken
 */
export function verifyEntry(previous: Head, entry: Entry): Head {
  const { sequence, hash, bytes } = entry;
  if (sequence !== previous.sequence + 1) throw new JournalBroken(previous.sequence + 1, 'missing');
  if (!sameBytes(hash, chainHash(previous.hash, bytes))) throw new JournalBroken(sequence, 'its hash is wrong');
  return { sequence, hash };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
