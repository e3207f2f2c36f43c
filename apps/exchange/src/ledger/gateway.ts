import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '@fft/engine';
import { JournalOutcomeUnknown, type Entry, type Journal } from '@fft/journal';
import type { BatchEvents, Outcome } from './replica/batch-events.ts';
import { encodeCommands } from './codec.ts';
import type { EngineHost } from './replica/engine-host.ts';

/** A command without its time, which the gateway gives. */
export type Untimed<C extends Command = Command> = C extends Command ? Omit<C, 'time'> : never;

/** Why a command came to nothing without being refused by the engine. */
export class GatewayUnavailable extends Error {
  /** `true`: it may have happened all the same; ask by id. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: { outcomeUnknown: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.outcomeUnknown = options.outcomeUnknown;
  }
}

/** A caller is told that the outcome is unknown after this long, while finding it out goes on. */
const answerWithinMs = 10_000;

/** While batches are held, it is looked this often whether they may go on. */
const holdMs = 5;

/** Between two batches that many share: each costs this process and the database something, however many they are. */
const gatherMs = 4;

/** What is refused while the tables are behind. What takes back, ends or only tells the time is always taken. */
const addsWork: ReadonlySet<Command['type']> = new Set([
  'place',
  'placePair',
  'amend',
  'deposit',
  'transfer',
  'holdWithdrawal',
]);

interface Waiting {
  readonly command: Untimed;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** A batch that the journal holds. */
interface Written {
  readonly entry: Entry;
  readonly commands: readonly Command[];
  readonly callers: Callers;
  readonly commitMs: number;
}

/** Who waits for what comes of a batch. Each is answered once: that nothing is known yet is an answer, too. */
class Callers {
  #left: readonly Waiting[];
  readonly #onError: (error: unknown) => void;

  constructor(batch: readonly Waiting[], onError: (error: unknown) => void) {
    this.#left = batch;
    this.#onError = onError;
  }

  answer({ outcomes }: BatchEvents): void {
    for (const [index, { resolve, reject }] of this.#take().entries()) {
      const outcome = outcomes[index];
      this.#attempt(() => (outcome ? resolve(outcome) : reject(new Error('the engine gave no outcome for a command'))));
    }
  }

  refuse(error: GatewayUnavailable): void {
    for (const { reject } of this.#take()) this.#attempt(() => reject(error));
  }

  /** What a caller makes of an answer is the caller's: the others are answered all the same, and the ledger has done its part. */
  #attempt(answer: () => void): void {
    try {
      answer();
    } catch (error) {
      this.#onError(error);
    }
  }

  #take(): readonly Waiting[] {
    const callers = this.#left;
    this.#left = [];
    return callers;
  }
}

export interface GatewayOptions {
  readonly journal: Journal;
  readonly host: EngineHost;
  readonly now: () => number;
  /** Called when the engine or a view of it fails: what is in memory isn't to be trusted any more. */
  readonly onFatal: (error: unknown) => void;
  /** Commands that may wait; beyond that a command is refused at once. */
  readonly maxWaiting?: number;
  readonly maxBatch?: number;
  /** After a batch of so many commands others gather for the next one; after a smaller one nobody waits for others. */
  readonly manyCommands?: number;
  /** False while no more may be taken, as what follows from commands can't keep up. */
  readonly admits?: () => boolean;
  /** True while batches should wait a little, for the same reason: callers wait then, instead of being refused. */
  readonly isHeld?: () => boolean;
  /** Called with an error of a caller, or of whoever is told of batches: the ledger is sound all the same. */
  readonly onCallerError?: (error: unknown) => void;
  /** Told of every batch that was carried out. */
  readonly onBatch?: (batch: BatchFigures) => void;
  /** Resolves after so many milliseconds, or rejects when `signal` aborts; a simulation has a time of its own. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** What a batch took, for monitoring. */
export interface BatchFigures {
  readonly commands: number;
  readonly commitMs: number;
  readonly applyMs: number;
}

/**
 * The write path: commands gather while the batch before them commits, then go to the journal together, then to the
 * engine, then each caller is answered. Nothing is applied or answered that the journal doesn't hold. While one batch is applied and answered, the next one
 * commits: the disk and this process work at the same time. Where many come, batches follow each other by some milliseconds, so that more share one.
 */
export class Gateway {
  readonly #options: Required<GatewayOptions>;
  #waiting: Waiting[] = [];
  #pumping: Promise<void> | null = null;
  /** Until it settles, what comes gathers for the next batch. */
  #gathering: Promise<void> | null = null;
  #closed = false;
  #hasFailed = false;
  #trouble: string | null = null;

  constructor(options: GatewayOptions) {
    this.#options = {
      maxWaiting: 20_000,
      maxBatch: 1_000,
      manyCommands: 8,
      admits: () => true,
      isHeld: () => false,
      onBatch: () => undefined,
      onCallerError: () => undefined,
      wait: (ms, signal) => delay(ms, undefined, signal && { signal }),
      ...options,
    };
  }

  /** Commands that wait for their batch. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Why the journal last took nothing; null since it took something again. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** What a command of this type would be refused with at once; null where it would be taken. */
  refusesNow(type: Untimed['type']): GatewayUnavailable | null {
    const { maxWaiting, admits } = this.#options;
    if (this.#closed) return refusedAtOnce.closed;
    if (this.#waiting.length >= maxWaiting) return refusedAtOnce.full;
    return addsWork.has(type) && !admits() ? refusedAtOnce.behind : null;
  }

  /** @throws GatewayUnavailable */
  submit(command: Untimed): Promise<Outcome> {
    return new Promise((resolve, reject) => this.enter(command, resolve, reject));
  }

  /** As {@link submit}, without a promise for each command; what is refused at once is told at once. */
  enter(command: Untimed, resolve: (outcome: Outcome) => void, reject: (error: Error) => void): void {
    const refused = this.refusesNow(command.type);
    if (refused !== null) return reject(refused);
    this.#waiting.push({ command, resolve, reject });
    // A microtask later, so that commands that arrive in one turn share the first batch.
    this.#pumping ??= Promise.resolve()
      .then(() => this.#pump())
      .catch((error: unknown) => this.#fail(error));
  }

  /** Takes no more commands, and resolves when those taken are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#pumping;
  }

  async #pump(): Promise<void> {
    let written: Written | null = null;
    while (written !== null || this.#waiting.length > 0) {
      const isHeld = this.#isHeld();
      if (isHeld || this.#gathering !== null) {
        // The next batch waits; those whose batch is written don't.
        if (written !== null) await this.#apply(written);
        else await (isHeld ? this.#options.wait(holdMs) : this.#gathering);
        written = null;
        continue;
      }
      // What waits is on its way to the disk while what came before is applied and answered.
      const next = this.#waiting.length > 0 ? this.#write(this.#take()) : null;
      if (written !== null) await this.#apply(written);
      written = await next;
      if (this.#hasFailed) this.#callers(this.#take()).refuse(refusedAtOnce.closed);
    }
    this.#pumping = null;
  }

  #isHeld(): boolean {
    return !this.#closed && this.#options.isHeld();
  }

  #gather(): void {
    this.#gathering = this.#options.wait(gatherMs).then(() => {
      this.#gathering = null;
    });
  }

  #take(): readonly Waiting[] {
    const { maxBatch } = this.#options;
    const batch = this.#waiting.slice(0, maxBatch);
    this.#waiting = this.#waiting.slice(maxBatch);
    return batch;
  }

  /** Brings a batch into the journal; null where it didn't come there, and its callers were told. */
  async #write(batch: readonly Waiting[]): Promise<Written | null> {
    const time = this.#options.now();
    const commands = batch.map(({ command }) => ({ ...command, time }));
    const batchId = randomUUID();
    const begun = performance.now();
    const callers = this.#callers(batch);
    if (batch.length >= this.#options.manyCommands) this.#gather();
    this.#options.host.expect(batchId);
    try {
      const entry = await this.#commit(batchId, encodeCommands(commands), callers);
      this.#trouble = null;
      return { entry, commands, callers, commitMs: performance.now() - begun };
    } catch (error) {
      this.#options.host.forget(batchId);
      callers.refuse(asUnavailable(error));
      return null;
    }
  }

  async #apply({ entry, commands, callers, commitMs }: Written): Promise<void> {
    const begun = performance.now();
    try {
      if (this.#hasFailed) throw new Error('the entry before this one was not applied');
      callers.answer(await this.#options.host.applyOwn(entry, commands));
    } catch (error) {
      // The batch is durable but memory has failed: the next start applies it. Callers may ask by id then.
      callers.refuse(unavailable('the exchange has to restart', true, error));
      this.#fail(error);
      return;
    }
    try {
      this.#options.onBatch({ commands: commands.length, commitMs, applyMs: performance.now() - begun });
    } catch (error) {
      this.#options.onCallerError(error);
    }
  }

  /** The ledger's own failure: nothing more is taken, and the process has to end. */
  #fail(error: unknown): void {
    this.#closed = true;
    if (!this.#hasFailed) this.#options.onFatal(error);
    this.#hasFailed = true;
  }

  #callers(batch: readonly Waiting[]): Callers {
    return new Callers(batch, this.#options.onCallerError);
  }

  /** Commits, and where the outcome is unknown finds it out; nothing else is written until it is known. */
  async #commit(batchId: string, bytes: Uint8Array, callers: Callers): Promise<Entry> {
    const { journal, wait } = this.#options;
    try {
      return await journal.append({ batchId, bytes });
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
      if (!(error instanceof JournalOutcomeUnknown)) throw error;
    }
    const found = new AbortController();
    const answerAnyway = () => callers.refuse(unavailable('it is not known yet whether this happened', true));
    wait(answerWithinMs, found.signal).then(answerAnyway, () => undefined);
    try {
      return await this.#find(batchId);
    } finally {
      found.abort();
    }
  }

  async #find(batchId: string): Promise<Entry> {
    for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 2_000)) {
      await this.#options.wait(waitMs);
      let found: Entry | null;
      try {
        found = await this.#options.journal.find(batchId);
      } catch (error) {
        if (this.#closed) throw unavailable('stopped before it was known whether this happened', true, error);
        continue;
      }
      if (!found) throw unavailable('the journal could not be written');
      return found;
    }
  }
}

/** Made once: under too much load they are what is made most, and noting each time where they were made costs more than carrying an order out. */
const refusedAtOnce = {
  closed: unavailable('the exchange is shutting down'),
  full: unavailable('too many orders wait'),
  behind: unavailable('no more can be taken just now'),
};

function unavailable(message: string, outcomeUnknown = false, cause?: unknown): GatewayUnavailable {
  return new GatewayUnavailable(message, { outcomeUnknown, cause });
}

function asUnavailable(error: unknown): GatewayUnavailable {
  return error instanceof GatewayUnavailable ? error : unavailable('the journal could not be written', false, error);
}
