import {
  emptyHead,
  JournalOutcomeUnknown,
  JournalUnavailable,
  type Batch,
  type Entry,
  type Head,
  type Journal,
  type MemoryStorage,
  type Watch,
} from '@fft/journal';
import type { Fault, Faults } from './faults.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The journal polls, since notifications of new entries may be lost. */
const pollMs = 2_000;

export interface ShakyJournalOptions {
  readonly storage: MemoryStorage;
  readonly time: VirtualTime;
  readonly faults: Faults;
  /** Receives the fault of a batch. */
  readonly onFault: (batch: Batch, fault: Fault) => void;
}

/**
 * One gateway's connection to the journal: slow, and failing in every way that its interface permits, and in some that it does not: reads may be
 * out of order, duplicated or damaged, and the gateway must notice. Once cut, no pending operation ever answers.
 */
export class ShakyJournal implements Journal {
  readonly #options: ShakyJournalOptions;
  readonly #watches: (() => void)[] = [];
  #isCut = false;

  constructor(options: ShakyJournalOptions) {
    this.#options = options;
  }

  /** Cuts the connection, since its process died. */
  cut(): void {
    this.#isCut = true;
    for (const stop of this.#watches) stop();
  }

  confirm(): Promise<Head> {
    return this.head();
  }

  async append(batch: Batch): Promise<Entry> {
    const { storage, faults, time } = this.#options;
    await this.#pass(this.#strikes('disk slow', batch) ? 4_000 : 20);
    if (this.#isCut) return this.#neverAgain('write lost with its gateway');
    if (this.#strikes('append refused', batch)) throw new JournalUnavailable('refused');
    if (this.#strikes('commit late', batch)) {
      storage.delay(batch);
      time.after(faults.random.below(faults.random.oneIn(2) ? 50 : 5_000), () => storage.landDelayed());
      throw new JournalOutcomeUnknown('no answer came');
    }
    const entry = storage.write(batch);
    if (entry === null) throw new JournalUnavailable('given up');
    if (this.#strikes('commit answer lost', batch)) throw new JournalOutcomeUnknown('the answer was lost');
    await this.#pass(20);
    if (this.#isCut) return this.#neverAgain('write kept of a dead gateway');
    return entry;
  }

  async read(after: number, limit: number): Promise<Entry[]> {
    const { storage, faults } = this.#options;
    await this.#pass(20);
    if (this.#isCut) return this.#neverAgain();
    if (faults.strikes('read fails')) throw new JournalUnavailable('not now');
    const entries = storage.read(after, limit);
    const [first, second] = entries;
    if (!first) return [];
    if (faults.strikes('read damaged')) return [{ ...first, bytes: first.bytes.map((byte) => byte ^ 1) }];
    if (faults.strikes('read twice')) return [first, first];
    if (!second) return entries;
    if (faults.strikes('read out of order')) return [second, first];
    return faults.strikes('read short') ? [first] : entries;
  }

  async find(batchId: string): Promise<Entry | null> {
    const { storage, faults } = this.#options;
    await this.#pass(20);
    if (this.#isCut) return this.#neverAgain();
    if (faults.strikes('lookup fails')) throw new JournalUnavailable('not now');
    const found = storage.findOrGiveUp(batchId);
    if (found === null) faults.count('late commit fenced off');
    return found;
  }

  async begin(): Promise<Head> {
    return emptyHead;
  }

  async head(): Promise<Head> {
    return this.#options.storage.head;
  }

  async watch(onMore: () => void): Promise<Watch> {
    const { storage, faults, time } = this.#options;
    const notify = (): void => {
      if (!this.#isCut) onMore();
    };
    const stop = storage.watch(() => {
      if (faults.strikes('notice lost')) return;
      if (faults.strikes('notice twice')) notify();
      if (faults.strikes('notice late')) time.after(faults.random.below(2_000), notify);
      else notify();
    });
    this.#watches.push(stop);
    const poll = (): void => {
      if (this.#isCut) return;
      onMore();
      time.after(pollMs, poll);
    };
    time.after(pollMs, poll);
    return {
      close: async () => {
        stop();
      },
    };
  }

  async close(): Promise<void> {
    this.cut();
  }

  #pass(mostMs: number): Promise<void> {
    const { time, faults } = this.#options;
    return time.wait(1 + faults.random.below(mostMs));
  }

  #strikes(fault: Fault, batch: Batch): boolean {
    if (!this.#options.faults.strikes(fault)) return false;
    this.#options.onFault(batch, fault);
    return true;
  }

  #neverAgain(mishap?: 'write lost with its gateway' | 'write kept of a dead gateway'): Promise<never> {
    if (mishap) this.#options.faults.count(mishap);
    return new Promise(() => undefined);
  }
}
