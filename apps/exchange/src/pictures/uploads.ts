import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../database/tables.ts';
import { createRateLimit } from '../transport/http/rate-limits.ts';
import { createSemaphore } from '../platform/semaphore.ts';
import type { Files } from '../platform/object-storage/files.ts';
import { redraw } from './picture.ts';
import type { UploadUse } from './tables.ts';

export interface Claim {
  readonly customer: number;
  readonly ids: readonly string[];
  readonly use: UploadUse;
}

/** The customers' pictures: each is its owner's alone. */
export interface Uploads {
  /** Draws it anew and keeps it; gives its id. @throws FieldRefusal, or Refusal 429 */
  add(customer: number, bytes: Uint8Array): Promise<string>;
  /** null where there is none, or it is another's. @throws Refusal 429 */
  read(customer: number, id: string): Promise<Buffer | null>;
  /** For operators who may see it, whosever it is. */
  readAny(id: string): Promise<Buffer | null>;
  /** Takes uploads for one use, all or none; false if one is not the customer's, or was used. Nobody has two avatars: the one before is unused again. */
  claim(transaction: Transaction<Tables>, claim: Claim): Promise<boolean>;
  /** Deletes what nobody used within a day. */
  sweep(): Promise<void>;
}

export interface UploadsOptions {
  readonly db: Kysely<Tables>;
  readonly pool: pg.Pool;
  readonly files: Files;
  readonly perHour?: number;
  readonly now: () => number;
}

const unusedKeptMs = 24 * 3_600_000;
/** What the specification's upload control offers at most. */
const perHourStandard = 52;
/** Each is made a text of some megabytes. */
const readsPerMinute = 120;

export function createUploads({ db, pool, files, perHour = perHourStandard, now }: UploadsOptions): Uploads {
  const limit = createRateLimit(pool, { name: 'upload', points: perHour, seconds: 3600 });
  const readLimit = createRateLimit(pool, { name: 'upload-read', points: readsPerMinute, seconds: 60 });
  const inTurn = createSemaphore({ atOnceMax: 2, waitingMax: 32 });

  return {
    add: async (customer, bytes) => {
      await limit.take(String(customer));
      const picture = await inTurn(() => redraw(bytes));
      const id = randomBytes(18).toString('base64url');
      const { width, height } = picture;
      // The file first: a row always has its file. One without a row is nobody's and is never shown.
      await files.write(id, picture.bytes);
      await db
        .insertInto('uploads')
        .values({ id, customer, bytes: picture.bytes.length, width, height, created: now(), used_for: null })
        .execute();
      return id;
    },
    read: async (customer, id) => {
      await readLimit.take(String(customer));
      const row = await db
        .selectFrom('uploads')
        .select('id')
        .where('id', '=', id)
        .where('customer', '=', customer)
        .executeTakeFirst();
      return row ? files.read(row.id) : null;
    },
    readAny: async (id) => {
      const row = await db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst();
      return row ? files.read(row.id) : null;
    },
    claim: async (transaction, { customer, ids, use }) => {
      if (use === 'avatar') await freeOtherAvatars(transaction, customer, ids);
      if (ids.length === 0) return true;
      const { numUpdatedRows } = await transaction
        .updateTable('uploads')
        .set({ used_for: use })
        .where('id', 'in', ids)
        .where('customer', '=', customer)
        .where('used_for', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === BigInt(ids.length);
    },
    sweep: async () => {
      const rows = await db
        .deleteFrom('uploads')
        .where('used_for', 'is', null)
        .where('created', '<=', now() - unusedKeptMs)
        .returning('id')
        .execute();
      for (const { id } of rows) await files.remove(id);
    },
  };
}

async function freeOtherAvatars(
  transaction: Transaction<Tables>,
  customer: number,
  ids: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('uploads')
    .set({ used_for: null })
    .where('customer', '=', customer)
    .where('used_for', '=', 'avatar')
    .where(sql<boolean>`id <> all(${ids}::text[])`)
    .execute();
}
