import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/**
 * The first order id from which all orders are at or after a time. Ids grow with time, so it is searched by halves over the primary key, in one statement: a maker's
 * orders of a day are then read without those of the years before, and no index by time is kept.
 */
export async function firstOrderFrom(reading: Kysely<Tables>, time: number): Promise<number> {
  const { rows } = await sql<{ low: string }>`
    with recursive search (low, high) as (
      select 0::bigint, coalesce(max(id), 0) + 1 from orders
      union all
      select case when next.time < ${time}::bigint then next.id + 1 else low end, case when next.time < ${time}::bigint then high else middle end
      from (select low, high, (low + high) / 2 as middle from search where low < high) as half
      left join lateral (select id, time from orders where id >= middle order by id limit 1) as next on true
    )
    select low from search where low >= high`.execute(reading);
  return Number(rows[0]?.low ?? 0);
}
