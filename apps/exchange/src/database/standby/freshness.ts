import { setTimeout as delay } from 'node:timers/promises';

/** A standby that keeps up is a few milliseconds behind. A reader waits no longer than this for it. */
const waitMs = 500;
const pollMs = 5;
/** A primary that takes longer to say where it is doesn't answer. */
const primaryAnswersMs = 1_000;
/** Positions are remembered at this interval, for so many intervals: an hour. */
const sampleMs = 1_000;
const maxSamples = 3_600;

interface Sample {
  readonly position: number;
  readonly at: number;
}

/** Where a primary is. Positions of different timelines aren't comparable. */
export interface Committed {
  readonly position: number;
  readonly timeline: number;
}

/** Positions in the write-ahead log, in bytes. */
export interface Positions {
  /** What the primary has made durable. */
  readonly primary: () => Promise<Committed>;
  /** What the standby shows. */
  readonly standby: () => Promise<number>;
  readonly now: () => number;
}

export interface Freshness {
  /** True if the standby shows everything that the primary had committed when the caller asked. */
  readonly isCurrent: boolean;
  /** The time whose state the standby shows; null if that is longer ago than anything remembered. */
  readonly asOf: number | null;
  /** The timeline that the primary's position is on; null if it gave none. */
  readonly timeline: number | null;
}

/** Compares a standby with its primary: by the primary's position at the moment of the question, so that no reader misses what anyone was answered before. */
export class FreshnessWatch {
  readonly #askPrimary: () => Promise<(Committed & { readonly at: number }) | null>;
  readonly #askStandby: () => Promise<number>;
  readonly #now: () => number;
  /** Oldest first; the first one is what the standby shows, once one is. */
  #samples: Sample[] = [];
  #replayed = 0;
  /** True while the last comparison found it further behind than a reader waits: the next ones don't wait in vain. */
  #isFarBehind = false;

  constructor({ primary, standby, now }: Positions) {
    this.#now = now;
    this.#askStandby = shareNext(async () => (this.#replayed = await standby()));
    this.#askPrimary = shareNext(() => this.#sample(primary));
  }

  /** Waits briefly until the standby shows everything that is committed now. @throws why the standby doesn't answer */
  async check(): Promise<Freshness> {
    const target = await this.#askPrimary();
    if (target === null) return { isCurrent: false, asOf: this.#asOf(), timeline: null };
    // Asked each time: a server that crashed and started again may show less than it did.
    const isCurrent = await this.#reaches(target.position);
    this.#isFarBehind = !isCurrent;
    return { isCurrent, asOf: isCurrent ? target.at : this.#asOf(), timeline: target.timeline };
  }

  /** How far the standby is behind, in milliseconds; Infinity if further than remembered. */
  get lagMs(): number {
    const newest = this.#samples.at(-1);
    if (newest === undefined || this.#replayed >= newest.position) return 0;
    const asOf = this.#asOf();
    return asOf === null ? Infinity : Math.max(0, this.#now() - asOf);
  }

  async #sample(primary: Positions['primary']): Promise<(Committed & { readonly at: number }) | null> {
    const at = this.#now();
    const committed = await orNull(primary());
    if (committed === null) return null;
    const { position } = committed;
    const last = this.#samples.at(-1);
    // A quiet primary stays where it is: the newest time of a position counts.
    if (last?.position === position) this.#samples[this.#samples.length - 1] = { position, at };
    else if (last === undefined || at - last.at >= sampleMs || this.#replayed >= last.position)
      this.#samples.push({ position, at });
    this.#forget();
    return { ...committed, at };
  }

  async #reaches(target: number): Promise<boolean> {
    const until = performance.now() + (this.#isFarBehind ? 0 : waitMs);
    while ((await this.#askStandby()) < target) {
      if (performance.now() >= until) return false;
      await delay(pollMs);
    }
    return true;
  }

  #asOf(): number | null {
    this.#forget();
    const [first] = this.#samples;
    return first !== undefined && first.position <= this.#replayed ? first.at : null;
  }

  /** Keeps the newest sample that the standby shows, and the later ones. */
  #forget(): void {
    const shown = this.#samples.findLastIndex(({ position }) => position <= this.#replayed);
    if (shown > 0) this.#samples = this.#samples.slice(shown);
    if (this.#samples.length > maxSamples) this.#samples = this.#samples.slice(-maxSamples);
  }
}

/** Null if the primary refuses, or takes too long. */
async function orNull(position: Promise<Committed>): Promise<Committed | null> {
  const answered = new AbortController();
  const tooLong = delay(primaryAnswersMs, null, { signal: answered.signal });
  tooLong.catch(() => undefined);
  try {
    return await Promise.race([position.catch(() => null), tooLong]);
  } finally {
    answered.abort();
  }
}

/**
 * Lets concurrent callers share one request. A caller that arrives while a request is running gets the result of the next one, which starts after the caller's arrival.
 */
function shareNext<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;
  return () =>
    (next ??= running.then(() => {
      next = null;
      const asked = ask();
      running = asked.catch(() => undefined);
      return asked;
    }));
}
