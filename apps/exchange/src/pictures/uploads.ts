import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import type { AnyTransaction } from '../database/rooms.ts';
import { own, type Tables } from './room.ts';
import { createRateLimit } from '../platform/limits/allowances.ts';
import { Semaphore } from '../platform/limits/semaphore.ts';
import { busyRefusal } from '../refusals/refuse.ts';
import type { Files } from '../platform/object-storage/files.ts';
import { redraw } from './picture.ts';
import type { UploadUse } from './tables.ts';

export interface Claim {
  readonly customer: number;
  readonly ids: readonly string[];
  readonly use: UploadUse;
}

/** Customers' pictures, each visible to its owner only. */
export interface Uploads {
  /** Re-encodes and stores a picture; returns its id. @throws FieldRefusal, or Refusal 429 */
  add(customer: number, bytes: Uint8Array): Promise<string>;
  /** null if there is none or it is another customer's. @throws Refusal `tooManyRequests` */
  read(customer: number, id: string): Promise<Buffer | null>;
  /** Any customer's picture, for operators with the right to see it. */
  readAny(id: string): Promise<Buffer | null>;
  /** Claims uploads for one use, all or none; false if one is another customer's or already used. A replaced avatar becomes unused. */
  claim(handle: AnyTransaction, claim: Claim): Promise<boolean>;
  /** Deletes uploads that were not used within a day. */
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
/** The maximum that the specification's upload control offers. */
const defaultPerHour = 52;
/** Each is encoded to a few megabytes of text. */
const readsPerMinute = 120;

export function createUploads({ db, pool, files, perHour = defaultPerHour, now }: UploadsOptions): Uploads {
  const limit = createRateLimit(pool, { name: 'upload', points: perHour, seconds: 3600 });
  const readLimit = createRateLimit(pool, { name: 'upload-read', points: readsPerMinute, seconds: 60 });
  const semaphore = new Semaphore({ maxRunning: 2, maxWaiting: 32, refuse: busyRefusal });

  return {
    add: async (customer, bytes) => {
      await limit.take(String(customer));
      const picture = await semaphore.run('draw', () => redraw(bytes));
      const id = randomBytes(18).toString('base64url');
      const { width, height } = picture;
      // The file first: a row always has its file. A file without a row is never shown.
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
    claim: async (handle, { customer, ids, use }) => {
      const transaction = own(handle);
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
