import type { Asker, Rank } from '../../transport/http/origin.ts';
import { busyRefusal } from '../../refusals/refusal.ts';

const ranks: readonly Rank[] = ['operator', 'known', 'console', 'stranger'];

export interface PasswordQueueLimits {
  /** Hashing at the same time; it is dear on purpose. */
  readonly atOnceMax: number;
  /** More than so many waiting of one rank are refused. */
  readonly waitingMax: number;
}

export type InRankedTurn = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/** Turns that a rank gets while all ranks wait: nobody is kept from his turn for ever. */
const shares: Readonly<Record<Rank, number>> = { operator: 8, known: 4, console: 1, stranger: 1 };

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (reason: Error) => void;
}

/** One rank: those who ask take turns, however many requests each has. */
class Line {
  readonly #bySource = new Map<string, Waiting[]>();
  /** Of turns, weighted: the line that had least goes first. */
  had = 0;
  size = 0;

  add(from: string, waiting: Waiting): void {
    const queue = this.#bySource.get(from) ?? [];
    queue.push(waiting);
    this.#bySource.set(from, queue);
    this.size += 1;
  }

  /** The first of who waits longest for a turn; the source goes to the end. */
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

  /** Makes room for one of `from` at the cost of the source that has most; false where that would be `from` itself. */
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
 * Runs dear work a few at a time, each rank in a line of its own. Where a line is full, who has least waiting in it takes the place of who has most;
 * who is refused is told when to come again.
 */
export function createPasswordQueue({ atOnceMax, waitingMax }: PasswordQueueLimits): InRankedTurn {
  const lines = Object.fromEntries(ranks.map((rank) => [rank, new Line()])) as Record<Rank, Line>;
  let running = 0;
  /** Where the line stands that went last: one that was empty doesn't save turns up. */
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

  async function wait({ rank, from }: Asker): Promise<void> {
    const line = lines[rank];
    if (line.size >= waitingMax && !line.makeRoom(from)) throw busyRefusal();
    if (line.size === 0) line.had = Math.max(line.had, reached);
    await new Promise<void>((begin, refuse) => line.add(from, { begin, refuse }));
  }

  return async (asker, work) => {
    if (running >= atOnceMax) await wait(asker);
    else running += 1;
    try {
      return await work();
    } finally {
      const following = next();
      // The place is handed on, so that nobody gets in between.
      if (following) following.begin();
      else running -= 1;
    }
  };
}
