import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import { createJob, type Job } from '../platform/jobs.ts';
import type { Phones } from './phones.ts';

const rowsAtOnce = 500;
const everyMs = 10_000;

/** Seals numbers that an earlier version stored in the clear, a part at a time. */
export function createPhoneSealing(db: Kysely<Tables>, phones: Phones): Job {
  let after: number | null = 0;
  return createJob({
    name: 'accounts.sealPhones',
    everyMs,
    firstMs: 1_000,
    run: async (signal) => {
      while (after !== null && !signal.aborted) {
        const rows = await db
          .selectFrom('customers')
          .select(['id', 'phone'])
          .where('phone', 'is not', null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(rowsAtOnce)
          .execute();
        for (const { id, phone } of rows)
          await db
            .updateTable('customers')
            .set(phones.seal(id, phone ?? ''))
            .where('id', '=', id)
            // The customer may have bound another meanwhile.
            .where('phone', '=', phone)
            .execute();
        after = rows.at(-1)?.id ?? null;
      }
    },
  });
}
