import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { StatementSource } from '../balances/statement-source.ts';
import { countLines } from './count-lines.ts';
import { UnclearHistory } from './happenings.ts';
import { readKept, readOldestLots, saveCounted, type KeptProfit } from './kept-profit.ts';
import type { LedgerLine } from './ledger-line.ts';
import { readLines } from './read-lines.ts';

export interface ProfitCounterOptions extends StatementSource {
  /** The primary, where the count is kept. */
  readonly keeping: Kysely<Tables>;
  readonly now: () => number;
  /** Counts also for customers for whom a job has to: it is that job. */
  readonly isJob: boolean;
}

export interface Counted {
  readonly kept: KeptProfit;
  /** Everything before this time is counted, if `isAll`. */
  readonly time: number;
  readonly isAll: boolean;
  /** True if the archive has lines that aren't counted. */
  readonly isArchived: boolean;
}

const maxAttempts = 5;

/**
 * Counts customers' profit from the ledger's lines, as far as is asked, and keeps it: the next count goes on from there. Two at the same time count nothing twice, as each
 * replaces exactly the state from which it counted.
 */
export class ProfitCounter {
  readonly #options: ProfitCounterOptions;
  /** One count of a customer at a time in this process; another process's is noticed when it is kept. */
  readonly #running = new Map<number, Promise<Counted>>();

  constructor(options: ProfitCounterOptions) {
    this.#options = options;
  }

  /** Counts at most so many lines more; nothing while a job counts, or others are faster again and again. @throws UnclearHistory, KeptByLaterVersion */
  count(customer: number, limit: number): Promise<Counted> {
    const running = this.#running.get(customer);
    if (running) return running;
    const counting = this.#count(customer, limit).finally(() => this.#running.delete(customer));
    this.#running.set(customer, counting);
    return counting;
  }

  async #count(owner: number, limit: number): Promise<Counted> {
    const { db, host, projector, now, keeping, isJob } = this.#options;
    const time = now();
    await projector.reachedFor(owner);
    const { engine } = host;
    const assets = [...new Set(engine.balances(owner).map(({ asset }) => asset))];
    const markets = engine.markets.flatMap((_, id) => (engine.hasOrdered(owner, id) ? [id] : []));
    for (let attempt = 1; ; attempt += 1) {
      const kept = await readKept(keeping, owner);
      const isLeft = (kept.isWanted && !isJob) || attempt > maxAttempts;
      if (isLeft) return { kept, time, isAll: false, isArchived: false };
      const found = await readLines(db, { owner, after: kept.reached, assets, markets, limit });
      if (found.kind === 'behind')
        return { kept, time: kept.reached.time, isAll: kept.reached.sequence >= 0, isArchived: false };
      if (found.kind === 'archived') return { kept, time, isAll: false, isArchived: true };
      const { lines, sequence, isAll } = found;
      const isKept = lines.length === 0 && kept.reached.sequence >= 0;
      const next = isKept ? kept : await this.add(owner, kept, { lines, sequence });
      if (next) return { kept: next, time, isAll, isArchived: false };
    }
  }

  /**
   * Counts these lines, which are all from what was counted to an entry, and keeps the result; null if another one did meanwhile.
   * @throws UnclearHistory
   */
  async add(
    owner: number,
    kept: KeptProfit,
    { lines, sequence }: { readonly lines: readonly LedgerLine[]; readonly sequence: number },
  ): Promise<KeptProfit | null> {
    const { keeping, db, directory } = this.#options;
    const reached = { ...kept.reached, sequence };
    const lotsOf = (asset: number, units: bigint) => readOldestLots(keeping, owner, asset, units);
    try {
      const counted = await countLines({ db, directory }, lines, { state: kept.state, reached, lotsOf });
      const isSaved = await saveCounted(keeping, owner, kept.reached, counted);
      return isSaved ? { ...kept, reached: counted.reached, state: counted.state } : null;
    } catch (error) {
      // Lots that another one took meanwhile don't fit the state.
      const isUnclear = error instanceof UnclearHistory;
      const isOvertaken = isUnclear && (await readKept(keeping, owner)).reached.sequence !== kept.reached.sequence;
      if (isOvertaken) return null;
      throw error;
    }
  }
}
