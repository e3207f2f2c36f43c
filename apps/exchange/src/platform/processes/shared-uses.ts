type Key = string | number;

/** Called with what the other processes counted. */
type Note = (key: Key, amount: number) => void;
type Tell = (key: Key, amount: number) => void;

/**
 * Counts uses of limits for all processes of a machine. Each process counts its own and sends the sums to the others every 50 ms, so a caller who
 * spreads over processes still has one limit.
 */
export interface SharedUses {
  /** The number of processes that count together. */
  readonly processes: number;
  /** Takes part in a count of uses, which pass by themselves; returns how to tell the others. Null where there are none. */
  share(name: string, note: Note): Tell | null;
  /** The same for what stays open until it closes, which counts as a negative amount, or until its process ends. */
  shareOpen(name: string, note: Note): Tell | null;
}

/** For a process without others on its machine. */
export const unshared: SharedUses = { processes: 1, share: () => null, shareOpen: () => null };

/** What one process counted: the amounts by key, by the count's name. Names of what is open begin with {@link openPrefix}. */
export type Uses = ReadonlyMap<string, ReadonlyMap<Key, number>>;

const openPrefix = 'open ';
/** How late the others learn of uses. */
const tellEveryMs = 50;

interface CountedUses extends SharedUses {
  /** Adds what other processes counted. */
  hear(uses: Uses): void;
}

/** @param send sends what this process counted to the others */
export function createSharedUses(processes: number, send: (uses: Uses) => void): CountedUses {
  const notes = new Map<string, Note>();
  let unsent = new Map<string, Map<Key, number>>();
  /** What was heard before its count existed. */
  const early = new Map<string, [Key, number][]>();
  let sending: NodeJS.Timeout | null = null;

  function sendAll(): void {
    sending = null;
    const uses = unsent;
    unsent = new Map();
    send(uses);
  }

  function share(name: string, note: Note): Tell {
    notes.set(name, note);
    for (const [key, amount] of early.get(name) ?? []) note(key, amount);
    early.delete(name);
    return (key, amount) => {
      let amounts = unsent.get(name);
      if (amounts === undefined) unsent.set(name, (amounts = new Map<Key, number>()));
      amounts.set(key, (amounts.get(key) ?? 0) + amount);
      sending ??= setTimeout(sendAll, tellEveryMs).unref();
    };
  }

  return {
    processes,
    share,
    shareOpen: (name, note) => share(openPrefix + name, note),
    hear: (uses) => {
      for (const [name, amounts] of uses) {
        const note = notes.get(name);
        if (note !== undefined) for (const [key, amount] of amounts) note(key, amount);
        else if (name.startsWith(openPrefix)) early.set(name, [...(early.get(name) ?? []), ...amounts]);
      }
    },
  };
}

/** The sum of what several processes have open. */
export function sumOpen(all: Iterable<Uses>): Uses {
  const sum = new Map<string, Map<Key, number>>();
  for (const uses of all) addOpen(sum, uses, 1);
  return sum;
}

/** Adds to `sum` what a process opened and closed; `sign` is -1 for one that has ended. */
export function addOpen(sum: Map<string, Map<Key, number>>, uses: Uses, sign: 1 | -1): void {
  for (const [name, amounts] of uses) {
    if (!name.startsWith(openPrefix)) continue;
    let into = sum.get(name);
    if (into === undefined) sum.set(name, (into = new Map<Key, number>()));
    for (const [key, amount] of amounts) {
      const left = (into.get(key) ?? 0) + sign * amount;
      if (left === 0) into.delete(key);
      else into.set(key, left);
    }
  }
}
