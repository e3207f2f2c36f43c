import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/**
 * The first order id from which all orders are at or after a time. Ids grow with time, so it is searched by halves over the primary key: a maker's orders of a day are
 * then read without those of the years before, and no index by time is kept.
 */
export async function firstOrderFrom(reading: Kysely<Tables>, time: number): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from orders`.execute(reading);
  let [low, high] = [0, (rows[0]?.last ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const next = reading.selectFrom('orders').select(['id', 'time']).where('id', '>=', middle).orderBy('id').limit(1);
    const found = await next.executeTakeFirst();
    if (!found || found.time >= time) high = middle;
    else low = found.id + 1;
  }
  return low;
}
