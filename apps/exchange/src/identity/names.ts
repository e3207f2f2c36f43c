import { createHmac } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Tables } from './room.ts';

const maxFound = 1_000;
/** Enough to tell words apart; what matches is decrypted before it is shown. */
const hashBytes = 12;

/** The words of a name, without case and accents. A Chinese name is one word, however it is spaced. */
function wordsOf(name: string): readonly string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const joined = plain.replaceAll(/(?<=\p{Script=Han})[\s·•]+(?=\p{Script=Han})/gu, '');
  return [...new Set(joined.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))];
}

/** Keyed hashes of a name's words: equal words have equal hashes, and nothing can be read from them. */
export function nameHashes(secret: string, name: string): Buffer[] {
  return wordsOf(name).map((word) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['name', word]))
      .digest()
      .subarray(0, hashBytes),
  );
}

/** Finds customers whose papers have every word of a text in the name, newest first. */
export async function findByName(
  db: Kysely<Tables>,
  secret: string,
  { text, before }: { readonly text: string; readonly before: number },
): Promise<readonly number[]> {
  const hashes = nameHashes(secret, text);
  if (hashes.length === 0) return [];
  const { rows } = await sql<{ customer: number }>`
    select distinct customer from identities
    where name_hashes @> ${hashes}::bytea[] and customer < ${Number.isFinite(before) ? before : Number.MAX_SAFE_INTEGER}
    order by customer desc limit ${maxFound}`.execute(db);
  return rows.map(({ customer }) => customer);
}
