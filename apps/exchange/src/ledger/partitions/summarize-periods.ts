import type { Pool } from 'pg';
import { fills, listPartitions, postings } from './partitioned-tables.ts';

/** Rows so much later show that all rows of a period were written. Clocks of processes differ by less. */
const laterMs = 86_400_000;

export interface Summarizing {
  readonly signal: AbortSignal;
  /** Called for each period. */
  readonly onSummarized: (begins: number) => void;
}

/** Notes who has rows in each closed period of fills and postings, once: pages of those who haven't skip it. */
export async function summarizePeriods(pool: Pool, { signal, onSummarized }: Summarizing): Promise<void> {
  for (const [begins, ends] of await listPeriods(pool)) {
    if (signal.aborted) return;
    if (!(await isClosed(pool, begins, ends))) continue;
    await summarize(pool, begins, ends);
    onSummarized(begins);
  }
}

/** Times between two neighbouring bounds of any partition. */
async function listPeriods(pool: Pool): Promise<readonly (readonly [begins: number, ends: number])[]> {
  const partitions = await Promise.all([fills, postings].map(({ table }) => listPartitions(pool, table)));
  const bounds = new Set(partitions.flat().flatMap(({ from }) => (from === null ? [] : [from])));
  const times = [...bounds].toSorted((one, other) => one - other);
  return times.slice(1).map((ends, index) => [times[index] ?? ends, ends] as const);
}

/** True if later rows are there, and the period wasn't summarised yet. */
async function isClosed(pool: Pool, begins: number, ends: number): Promise<boolean> {
  const { rows } = await pool.query<{ closed: boolean }>(
    `select not exists (select from period_summaries where begins = $1)
      and (exists (select from postings where time >= ${ends + laterMs}) or exists (select from fills where time >= ${ends + laterMs})) as closed`,
    [begins],
  );
  return rows[0]?.closed === true;
}

async function summarize(pool: Pool, begins: number, ends: number): Promise<void> {
  const within = 'time >= $1::bigint and time < $2::bigint';
  // One statement, so that both tables change together.
  await pool.query(
    `with added as (
      insert into period_summaries (begins, ends) values ($1::bigint, $2::bigint) on conflict do nothing returning begins
    ), owners as (
      insert into owner_periods as known (owner, begins)
      select owner, array[$1::bigint] from (
        select taker_owner as owner from fills where ${within}
        union select maker_owner from fills where ${within}
        union select owner from postings where ${within} and reason not in ('freeze', 'release')
      ) as found where owner >= 1000 and exists (select from added)
      on conflict (owner) do update set begins = known.begins || excluded.begins
    ) select from added`,
    [begins, ends],
  );
}
