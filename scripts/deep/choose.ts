import type { DeepItem } from './item.ts';
import type { DeepRecord, DeepRun } from './record.ts';

/** An item with what is known of its need to run. */
export interface Due {
  readonly item: DeepItem;
  readonly last: DeepRun | null;
  /** Imports between the item and the nearest file that changed since it last passed; null if none did. */
  readonly distance: number | null;
  /** A file that it needs changed, but none of its own: it takes too long to run for that. */
  readonly isWaiting: boolean;
  readonly expectedSeconds: number;
}

/** An item that never ran starts if this much time is left. */
const unknownSeconds = 60;
/** An item that takes longer, and has files of its own, waits for a change of these. */
const longSeconds = 300;

export interface ChooseOptions {
  readonly items: readonly DeepItem[];
  readonly record: DeepRecord;
  /** Files that differ from this commit; null if the commit is unknown here. */
  readonly changedSince: (commit: string) => ReadonlySet<string> | null;
  readonly distancesFrom: (roots: readonly string[]) => ReadonlyMap<string, number>;
}

/**
 * Orders the items by how much they have to say: first those that did not pass last time, then those that changes touch, the nearest first, then those
 * that have not run for the longest time.
 */
export function rankItems({ items, record, changedSince, distancesFrom }: ChooseOptions): readonly Due[] {
  const dues = items.map((item): Due => {
    const last = record[item.name] ?? null;
    const changed = last?.result === 'passed' ? changedSince(last.commit) : null;
    const distances = [...distancesFrom(item.roots)];
    const seconds = last?.seconds ?? item.usualSeconds ?? unknownSeconds;
    const expectedSeconds = Math.max(seconds, item.secondsFromNothing ?? 0);
    const own = expectedSeconds > longSeconds ? item.own : undefined;
    const touched = distances.filter(([path]) => changed?.has(path));
    const near = touched.filter(([path]) => own?.some((begin) => path.startsWith(begin)) ?? true);
    const distance = changed === null ? 0 : near.length === 0 ? null : Math.min(...near.map(([, each]) => each));
    return { item, last, distance, isWaiting: distance === null && touched.length > 0, expectedSeconds };
  });
  return dues.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || (one.last?.ended ?? '').localeCompare(other.last?.ended ?? ''),
  );
}

/** Untouched items come after all others. */
function rankOf({ last, distance }: Due): number {
  if (last !== null && last.result !== 'passed') return -1;
  return distance ?? Infinity;
}
