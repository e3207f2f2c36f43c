import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** Partitions that a page looks into at first, and then: most customers' newest page lies in the first ones. */
const steps = [2, 8];
const cacheMs = 60_000;

/** A part of the past; null: without a beginning, or without an end. */
export interface TimeWindow {
  readonly from: number | null;
  readonly to: number | null;
}

const known = new WeakMap<Kysely<Tables>, { readonly until: number; readonly times: Promise<readonly number[]> }>();

/**
 * Splits the time before a moment into windows, newest first, of few partitions each. A plan costs as much as there are partitions that its conditions leave, so a page
 * is read window after window until it is full. The split may be a minute old: it changes what a page costs, never what it shows.
 */
export async function windowsBefore(db: Kysely<Tables>, before: number): Promise<readonly TimeWindow[]> {
  const found = known.get(db);
  const isNew = found === undefined || performance.now() > found.until;
  const current = isNew ? { until: performance.now() + cacheMs, times: readTimes(db) } : found;
  if (isNew) {
    known.set(db, current);
    current.times.catch(() => known.delete(db));
  }
  return windowsOf(await current.times, before);
}

/** @param times at which partitions begin, in any order */
export function windowsOf(times: readonly number[], before: number): readonly TimeWindow[] {
  const older = times.filter((time) => time < before).toSorted((one, other) => other - one);
  const windows: TimeWindow[] = [];
  let [to, place]: [number | null, number] = [null, -1];
  for (const step of steps) {
    place += step;
    const from = older[place];
    if (from === undefined) break;
    windows.push({ from, to });
    to = from;
  }
  return [...windows, { from: null, to }];
}

/** Of partitions with rows: those that are ahead of the writer have none. */
async function readTimes(db: Kysely<Tables>): Promise<readonly number[]> {
  const { rows } = await sql<{ begins: string }>`
    select distinct substring(pg_get_expr(relpartbound, oid) from 'FROM \\(''?(-?\\d+)') as begins from pg_class
    where oid in (select inhrelid from pg_inherits where inhparent in ('fills'::regclass, 'postings'::regclass))
      and pg_relation_size(oid) > 0`.execute(db);
  return rows.flatMap(({ begins }) => (begins === null ? [] : [Number(begins)]));
}
