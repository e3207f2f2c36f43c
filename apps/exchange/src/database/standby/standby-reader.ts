import { serverUrls } from '@fft/postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { Database } from '../connection.ts';
import { PoolBusy } from '../open-pool.ts';
import type { Freshness } from './freshness.ts';
import { openMark, type ReadMark } from './read-mark.ts';
import { Standby, type ReaderKind, type StandbyOptions } from './standby.ts';

/** An older state than this is never shown. */
const maxAgeMs = 60_000;
/** Behind by this much, a standby is reported. */
const reportedLagMs = 5_000;
const everyMs = 1_000;

/** Who answered reads: a standby that was current, the primary in its place, or a standby with an older state. */
export interface ReadCounts {
  readonly standby: number;
  readonly primary: number;
  readonly standby_old: number;
}

export interface StandbyFigures {
  readonly reads: ReadCounts;
  /** Infinity if it is away. */
  readonly lagMs: number;
  readonly isUsable: boolean;
}

export interface StandbyReaderOptions extends Omit<StandbyOptions, 'url'> {
  /** Lists one or several servers. */
  readonly url: string;
  readonly log: Logger;
}

export interface Read {
  readonly kind: ReaderKind;
  /** The pool that reads if the standby can't. */
  readonly primary: Database;
  /** True if an older state may be shown while the primary can't be asked; the answer then says so. */
  readonly mayBeOld: boolean;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Reads at a standby instead of the primary. A standby answers once it shows everything that was committed when the reader came; else the primary does.
 */
export class StandbyReader {
  readonly #options: StandbyReaderOptions;
  readonly #urls: readonly string[];
  readonly #reads = { standby: 0, primary: 0, standby_old: 0 };
  readonly job: Job;
  #next = 0;
  #standby: Standby | null = null;
  /** The state that was last logged; null before the first check. */
  #wasUsable: boolean | null = null;

  constructor(options: StandbyReaderOptions) {
    this.#options = options;
    this.#urls = serverUrls(options.url);
    this.job = createJob({ name: 'database.standby', everyMs, firstMs: 0, run: () => this.#look() });
  }

  get figures(): StandbyFigures {
    const lagMs = this.#standby?.freshness.lagMs ?? Infinity;
    return { reads: { ...this.#reads }, lagMs, isUsable: lagMs < reportedLagMs };
  }

  async query(read: Read): Promise<pg.QueryResult> {
    const standby = this.#standby;
    if (standby === null) return this.#readAtPrimary(read, null);
    const mark = openMark();
    const found = await this.#freshnessOf(standby, mark);
    if (found?.isCurrent === true) {
      const answer = await this.#readAt(standby, read);
      if (answer !== null) return answer;
    }
    return this.#readAtPrimary(read, found && mark && read.mayBeOld ? { standby, found, mark } : null);
  }

  /** @param old what a standby shows in the primary's place */
  async #readAtPrimary(read: Read, old: Old | null): Promise<pg.QueryResult> {
    if (old?.found.timeline === null) {
      const answer = await this.#readOld(old, read);
      if (answer !== null) return answer;
    }
    try {
      const answer = await read.primary.pool.query(read.text, [...read.values]);
      this.#reads.primary += 1;
      return answer;
    } catch (error) {
      const answer = old !== null && isUnavailable(error) ? await this.#readOld(old, read) : null;
      if (answer === null) throw error;
      return answer;
    }
  }

  async close(): Promise<void> {
    const standby = this.#standby;
    this.#standby = null;
    await standby?.close(new Error('the exchange stops'));
  }

  /** Null if it doesn't answer, or isn't known to follow the primary. */
  async #freshnessOf(standby: Standby, mark: ReadMark | null): Promise<Freshness | null> {
    if (!standby.isOfPrimary) return null;
    const { life } = standby;
    if (mark?.current === life) return { isCurrent: true, asOf: null, timeline: 0 };
    try {
      const found = await standby.freshness.check();
      // A promotion may have come between the question and the answer.
      if (found.timeline === null ? !standby.isOfPrimary : !standby.isComparable(found.timeline)) return null;
      if (found.isCurrent && mark !== null) mark.current = life;
      return found;
    } catch (error) {
      if (this.#standby === standby) this.#leave(standby, error);
      return null;
    }
  }

  /** Null if the standby failed. @throws PoolBusy: heavy reads must not spill over to the primary */
  async #readAt(standby: Standby, { kind, text, values }: Read): Promise<pg.QueryResult | null> {
    try {
      const answer = await standby.query(kind, text, values);
      this.#reads.standby += 1;
      return answer;
    } catch (error) {
      if (error instanceof PoolBusy || (error instanceof pg.DatabaseError && error.code === timedOut)) throw error;
      // A lost connection makes the job look at it at once. Replay may also cancel a statement, which says nothing of the standby.
      if (!(error instanceof pg.DatabaseError)) this.job.wake();
      return null;
    }
  }

  async #readOld({ standby, found, mark }: Old, read: Read): Promise<pg.QueryResult | null> {
    const { asOf } = found;
    // The primary may have been replaced while the reader waited for it.
    if (asOf === null || !standby.isOfPrimary || this.#options.now() - asOf > maxAgeMs) return null;
    const answer = await standby.query(read.kind, read.text, read.values).catch(() => null);
    if (answer === null) return null;
    this.#reads.standby_old += 1;
    mark.asOf = Math.min(mark.asOf ?? asOf, asOf);
    return answer;
  }

  /** Finds a standby, or checks the one in use. */
  async #look(): Promise<void> {
    const reasons: string[] = [];
    for (let attempt = 0; attempt < this.#urls.length; attempt += 1) {
      const standby = this.#standby ?? new Standby({ ...this.#options, url: this.#urls[this.#next] ?? '' });
      try {
        await standby.examine();
        await standby.freshness.check();
        // A reader may have left it meanwhile.
        if (standby.isClosed) continue;
        this.#standby = standby;
        const { lagMs } = standby.freshness;
        return this.#report(lagMs < reportedLagMs, { standby: standby.name, lagMs });
      } catch (error) {
        if (this.#standby === standby) this.#leave(standby, error);
        else if (!standby.isClosed) this.#refuse(standby);
        reasons.push(`${standby.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    this.#report(false, { reasons });
  }

  /** Stops using the current standby. */
  #leave(standby: Standby, error: unknown): void {
    this.#standby = null;
    this.#report(false, { standby: standby.name, err: error });
    this.#refuse(standby);
  }

  /** The next check tries the next server. */
  #refuse(standby: Standby): void {
    this.#next = (this.#next + 1) % this.#urls.length;
    standby.close(new Error('the standby is left')).catch(() => undefined);
  }

  /** Logs a change of state. */
  #report(isUsable: boolean, facts: object): void {
    if (this.#wasUsable === isUsable) return;
    this.#wasUsable = isUsable;
    if (isUsable) this.#options.log.info(facts, 'standby.usable');
    else this.#options.log.warn(facts, 'standby.unusable');
  }
}

interface Old {
  readonly standby: Standby;
  readonly found: Freshness;
  readonly mark: ReadMark;
}

/** Of a statement that took too long, which would take as long at the primary. */
const timedOut = '57014';

/** True if the primary can't be asked: it is gone, or its readers' queue is full. */
function isUnavailable(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(57P|53)/.test(error.code ?? '');
}
