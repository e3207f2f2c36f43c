import { sql, type Kysely } from 'kysely';
import type { AnyHandle } from '../../database/rooms.ts';
import { own, type Tables } from '../room.ts';

/** Partitions that a page looks into at first, and then: most customers' newest page lies in the first ones. */
const steps = [2, 8, Infinity];
const cacheMs = 60_000;

/** A part of the past; null: without a beginning, or without an end. */
export interface TimeWindow {
  readonly from: number | null;
  readonly to: number | null;
}

interface Times {
  /** At which partitions begin. */
  readonly begins: readonly number[];
  /** Ends of periods of which is known who has rows there, by their begin. */
  readonly summarized: ReadonlyMap<number, number>;
}

const known = new WeakMap<AnyHandle, { readonly until: number; readonly times: Promise<Times> }>();

/**
 * Splits the time before a moment into windows, newest first, of few partitions each. A plan costs as much as there are partitions that its conditions leave, so a page
 * is read window after window until it is full. Periods in which the owner has no rows are in none. The split may be a minute old: it changes what a page costs, never
 * what it shows, as no rows come to a summarised period.
 */
export async function windowsBefore(handle: AnyHandle, before: number, owner: number): Promise<readonly TimeWindow[]> {
  const db = own(handle);
  const found = known.get(handle);
  const isNew = found === undefined || performance.now() > found.until;
  const current = isNew ? { until: performance.now() + cacheMs, times: readTimes(db) } : found;
  if (isNew) {
    known.set(handle, current);
    current.times.catch(() => known.delete(handle));
  }
  const { begins, summarized } = await current.times;
  if (summarized.size === 0) return windowsOf(begins, before);
  // Read after the summaries that it is compared with.
  const owned = await db.selectFrom('owner_periods').select('begins').where('owner', '=', owner).executeTakeFirst();
  const filled = new Set(owned?.begins.map(Number));
  const empty = new Map([...summarized].filter(([begin]) => !filled.has(begin)));
  return windowsOf(begins, before, empty);
}

/**
 * @param times at which partitions begin, in any order
 * @param empty ends of periods without rows, by their begin
 */
export function windowsOf(
  times: readonly number[],
  before: number,
  empty: ReadonlyMap<number, number> = new Map(),
): readonly TimeWindow[] {
  const older = times.filter((time) => time < before).toSorted((one, other) => other - one);
  const parts = [...older, null].map((from, index) => ({ from, to: older[index - 1] ?? null }));
  const filled = parts.filter(({ from, to }) => from === null || to === null || empty.get(from) !== to);
  const windows: TimeWindow[] = [];
  for (let [place, step] = [0, 0]; place < filled.length; step++) {
    const end = place + (steps[step] ?? Infinity);
    windows.push(...joined(filled.slice(place, end)));
    place = end;
  }
  return windows;
}

/** Makes one window of neighbours. */
function joined(parts: readonly TimeWindow[]): readonly TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (const part of parts) {
    const last = windows.at(-1);
    if (last && last.from === part.to) windows[windows.length - 1] = { from: part.from, to: last.to };
    else windows.push(part);
  }
  return windows;
}

/** Of partitions with rows: those that are ahead of the writer have none. A summary must be old enough for a standby that lags. */
async function readTimes(db: Kysely<Tables>): Promise<Times> {
  const { rows } = await sql<{ begins: string }>`
    select distinct substring(pg_get_expr(relpartbound, oid) from 'FROM \\(''?(-?\\d+)') as begins from pg_class
    where oid in (select inhrelid from pg_inherits where inhparent in ('fills'::regclass, 'postings'::regclass))
      and pg_relation_size(oid) > 0`.execute(db);
  const summaries = await db
    .selectFrom('period_summaries')
    .select(['begins', 'ends'])
    .where(sql<boolean>`made < now() - interval '5 minutes'`)
    .execute();
  return {
    begins: rows.flatMap(({ begins }) => (begins === null ? [] : [Number(begins)])),
    summarized: new Map(summaries.map(({ begins, ends }) => [begins, ends])),
  };
}
