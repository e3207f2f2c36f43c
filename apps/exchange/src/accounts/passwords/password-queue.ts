import type { HashRequester, Rank } from '../../transport/http/origin.ts';
import { busyRefusal } from '../../refusals/refuse.ts';

const ranks: readonly Rank[] = ['operator', 'known', 'console', 'stranger'];

export interface PasswordQueueLimits {
  /** Concurrent hashes; hashing is expensive by design. */
  readonly maxRunning: number;
  /** Further callers of one rank are refused. */
  readonly maxWaiting: number;
}

export type InRankedTurn = <T>(requester: HashRequester, work: () => Promise<T>) => Promise<T>;

/** Semaphore of each rank while all ranks wait, so that no rank starves. */
const shares: Readonly<Record<Rank, number>> = { operator: 8, known: 4, console: 1, stranger: 1 };

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (reason: Error) => void;
}

/** The queue of one rank: sources take turns, however many requests each has. */
class Line {
  readonly #bySource = new Map<string, Waiting[]>();
  /** Weighted turns so far: the queue with the fewest is next. */
  had = 0;
  size = 0;

  add(from: string, waiting: Waiting): void {
    const queue = this.#bySource.get(from) ?? [];
    queue.push(waiting);
    this.#bySource.set(from, queue);
    this.size += 1;
  }

  /** The first request of the source that waited longest; the source moves to the end. */
  next(): Waiting | undefined {
    for (const [from, queue] of this.#bySource) {
      const first = queue.shift();
      this.#bySource.delete(from);
      if (queue.length > 0) this.#bySource.set(from, queue);
      if (first) this.size -= 1;
      return first;
    }
    return undefined;
  }

  /** Makes room for `from` by evicting a request of the source that has most; false if that is `from` itself. */
  makeRoom(from: string): boolean {
    let longest: Waiting[] = [];
    for (const queue of this.#bySource.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= (this.#bySource.get(from)?.length ?? 0) + 1) return false;
    longest.pop()?.refuse(busyRefusal());
    this.size -= 1;
    return true;
  }
}

/**
 * Runs expensive work with limited concurrency and one queue per rank. In a full queue, the source with the fewest requests displaces the one
 * with the most. The refusal says when to retry.
 */
export function createPasswordQueue({ maxRunning, maxWaiting }: PasswordQueueLimits): InRankedTurn {
  const lines = Object.fromEntries(ranks.map((rank) => [rank, new Line()])) as Record<Rank, Line>;
  let running = 0;
  /** Semaphore of the queue that ran last: a queue that was empty starts there and doesn't accumulate turns. */
  let reached = 0;

  function next(): Waiting | undefined {
    const waiting = ranks.filter((rank) => lines[rank].size > 0);
    const [first] = waiting.toSorted((a, b) => lines[a].had - lines[b].had);
    if (first === undefined) return undefined;
    const line = lines[first];
    reached = line.had;
    line.had += 1 / shares[first];
    return line.next();
  }

  async function wait({ rank, from }: HashRequester): Promise<void> {
    const line = lines[rank];
    if (line.size >= maxWaiting && !line.makeRoom(from)) throw busyRefusal();
    if (line.size === 0) line.had = Math.max(line.had, reached);
    await new Promise<void>((begin, refuse) => line.add(from, { begin, refuse }));
  }

  return async (asker, work) => {
    if (running >= maxRunning) await wait(asker);
    else running += 1;
    try {
      return await work();
    } finally {
      const following = next();
      // Hands the slot on directly, so that no later caller takes it.
      if (following) following.begin();
      else running -= 1;
    }
  };
}
