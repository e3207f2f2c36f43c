import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import { createJob, type Job } from '../platform/jobs.ts';
import { openPapers } from './identities.ts';
import { nameHashes } from './names.ts';

export interface NameIndexOptions {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  readonly secret: string;
}

const rowsAtOnce = 500;
const everyMs = 10_000;

/** Stores the hashes of names that were submitted before hashes were stored, a part at a time. */
export function createNameIndexing({ db, seal, secret }: NameIndexOptions): Job {
  let after: number | null = 0;
  return createJob({
    name: 'identity.indexNames',
    everyMs,
    firstMs: 1_000,
    run: async (signal) => {
      while (after !== null && !signal.aborted) {
        const rows = await db
          .selectFrom('identities')
          .select(['id', 'customer', 'sealed_name', 'sealed_number'])
          .where('name_hashes', 'is', null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(rowsAtOnce)
          .execute();
        for (const row of rows)
          await db
            .updateTable('identities')
            .set({ name_hashes: nameHashes(secret, openPapers(seal, row)?.name ?? '') })
            .where('id', '=', row.id)
            .execute();
        after = rows.at(-1)?.id ?? null;
      }
    },
  });
}
