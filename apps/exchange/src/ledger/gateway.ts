import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '@fft/engine';
import { JournalOutcomeUnknown, type Entry, type Journal } from '@fft/journal';
import type { BatchEvents, Outcome } from './replica/batch-events.ts';
import type { Span, Tracing } from '../platform/tracing/tracing.ts';
import { asThisRequest, type AsRequest, submitting, traceBatch, type BatchTrace } from './batch-trace.ts';
import { encodeCommands } from './codec.ts';
import { asUnavailable, type GatewayUnavailable, refusedAtOnce, unavailable } from './gateway-unavailable.ts';
import type { Untimed } from './untimed.ts';
import { JournalGuard } from './journal-guard.ts';
import { Later } from '../platform/later.ts';
import { Budgets } from '../platform/limits/budgets.ts';
import type { EngineHost } from './replica/engine-host.ts';

export type { Untimed } from './untimed.ts';

/** After this long a caller hears that the outcome is unknown, while the gateway keeps finding it out. */
const answerWithinMs = 10_000;

/** Interval at which held batches check if they may go on. */
const holdMs = 5;

/** Pause between batches under load: each batch has a fixed cost, however many commands share it. */
const gatherMs = 4;

/** Commands that are refused while the tables are behind. Cancels, endings and ticks are always accepted. */
const addsWork: ReadonlySet<Command['type']> = new Set([
  'place',
  'placePair',
  'convert',
  'amend',
  'deposit',
  'transfer',
  'holdWithdrawal',
]);

/** Commands that set fees. Without protection, as in older journals, they would raise the fees of open orders too. */
const setsFees: ReadonlySet<Command['type']> = new Set(['openMarket', 'setMarketLimits', 'setFees']);

function timed(command: Untimed, time: number): Command {
  const given: Command = { ...command, time };
  return setsFees.has(given.type) ? ({ ...given, feeProtection: true } as Command) : given;
}

/** Commands that cancel orders do so in every state of a market. Without the mark, as in older journals, a halt would keep the orders. */
function cancelsOrders(command: Untimed): command is Untimed & { readonly type: 'cancel' | 'cancelAll' } {
  return command.type === 'cancel' || command.type === 'cancelAll';
}

/** A command whose outcome is awaited. */
class Waiting extends Later<Outcome> {
  readonly command: Untimed;
  /** The traced request that waits; null without one. */
  readonly span: Span | null;
  readonly #inRequest: AsRequest | null;

  constructor(command: Untimed, span: Span | null) {
    super();
    this.command = command;
    this.span = span;
    this.#inRequest = span === null ? null : asThisRequest();
  }

  override resolve(outcome: Outcome): void {
    if (this.#inRequest === null) super.resolve(outcome);
    else this.#inRequest(() => super.resolve(outcome));
  }

  override reject(error: unknown): void {
    if (this.#inRequest === null) super.reject(error);
    else this.#inRequest(() => super.reject(error));
  }
}

/** A batch that is in the journal. */
interface Written {
  readonly entry: Entry;
  readonly commands: readonly Command[];
  readonly callers: Callers;
  readonly trace: BatchTrace | null;
  readonly commitMs: number;
}

/** The callers of a batch. Each gets one answer; "outcome unknown" counts as one. */
class Callers {
  #left: readonly Waiting[];
  readonly #onError: (error: unknown) => void;

  constructor(batch: readonly Waiting[], onError: (error: unknown) => void) {
    this.#left = batch;
    this.#onError = onError;
  }

  answer({ outcomes }: BatchEvents): void {
    for (const [index, waiting] of this.#take().entries()) {
      const outcome = outcomes[index];
      this.#attempt(() =>
        outcome ? waiting.resolve(outcome) : waiting.reject(new Error('the engine returned no outcome for a command')),
      );
    }
  }

  refuse(error: GatewayUnavailable): void {
    for (const waiting of this.#take()) this.#attempt(() => waiting.reject(error));
  }

  /** A caller that throws on its answer affects neither the other callers nor the ledger. */
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
  /** Called if the engine or the replica fails: the state in memory is no longer reliable. */
  readonly onFatal: (error: unknown) => void;
  /** Maximum number of waiting commands; further ones are refused immediately. */
  readonly maxWaiting?: number;
  readonly maxBatch?: number;
  /** After a batch this large, the next one gathers commands for a moment; after a smaller one it starts immediately. */
  readonly manyCommands?: number;
  /** False while the rest of the system cannot keep up and no command may be added. */
  readonly admits?: () => boolean;
  /** True while batches should slow down for the same reason: callers wait instead of being refused. */
  readonly isHeld?: () => boolean;
  /** Called with errors of callers and listeners; the ledger is sound all the same. */
  readonly onCallerError?: (error: unknown) => void;
  /** Refused commands of one customer that the journal takes in ten seconds; 0, the default, for no limit. */
  readonly rejectionsPer10s?: number;
  /** Milliseconds that never go back, for that limit. */
  readonly clock?: () => number;
  /** Called with the figures of every batch. */
  readonly onBatch?: (batch: BatchFigures) => void;
  /** Follows commands of traced requests; null by default. */
  readonly tracing?: Tracing | null;
  /** Resolves after the given milliseconds, or rejects when `signal` aborts; a simulation passes its own clock. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Timings of a batch, for monitoring. */
export interface BatchFigures {
  readonly commands: number;
  readonly commitMs: number;
  readonly applyMs: number;
}

/**
 * The write path. Commands gather while the previous batch commits; a batch goes to the journal, then to the engine, then each caller gets an answer. Nothing
 * is applied or answered before the journal holds it. While one batch is applied and answered, the next one commits, so disk and process work at the same time. Under
 * load, batches start some milliseconds apart, so that more commands share one.
 */
export class Gateway {
  readonly #options: Required<GatewayOptions>;
  /** Answers what need not be in the journal. */
  readonly guard: JournalGuard<Waiting>;
  #waiting: Waiting[] = [];
  /** Commands that ever waited for a batch, and those of them whose batch was applied or failed. */
  #entered = 0;
  #settled = 0;
  #pumping: Promise<void> | null = null;
  /** New commands gather for the next batch until this settles. */
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
      tracing: null,
      onCallerError: () => undefined,
      rejectionsPer10s: 0,
      clock: () => performance.now(),
      wait: (ms, signal) => delay(ms, undefined, signal && { signal }),
      ...options,
    };
    const { host, rejectionsPer10s, clock, onCallerError } = this.#options;
    const budgets = rejectionsPer10s === 0 ? null : new Budgets(rejectionsPer10s, { now: clock });
    this.guard = new JournalGuard({ engine: host.engine, budgets, onCallerError });
    host.addForeignView('rejections', (commands, outcomes) => this.guard.note(commands, outcomes));
  }

  /** Number of commands that wait for their batch. */
  get waiting(): number {
    return this.#waiting.length + this.guard.held;
  }

  /** The journal's last error; null once it accepts batches again. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** The refusal that a command of this type would get now; null if it would be accepted. */
  refusesNow(type: Untimed['type']): GatewayUnavailable | null {
    const { maxWaiting, admits } = this.#options;
    if (this.#closed) return refusedAtOnce.closed;
    if (this.waiting >= maxWaiting) return refusedAtOnce.full;
    return addsWork.has(type) && !admits() ? refusedAtOnce.behind : null;
  }

  /** Puts a command into the queue. Its failure is a `GatewayUnavailable`; what is refused at once has failed already. */
  submit(given: Untimed): Later<Outcome> {
    const refused = this.refusesNow(given.type);
    if (refused !== null) return Later.rejected(refused);
    const command = cancelsOrders(given) ? { ...given, always: true } : given;
    const refusal = this.guard.refuseForm(command);
    if (refusal !== null) return Later.resolved(refusal);
    const { tracing } = this.#options;
    const waiting = new Waiting(command, tracing === null ? null : submitting(tracing, command.type));
    if (this.guard.admits(waiting, this.#entered)) this.#push(waiting);
    else if (this.#settled === this.#entered) this.#release();
    return waiting;
  }

  #push(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#entered += 1;
    // Waits a microtask, so that commands of one turn share the first batch.
    this.#pumping ??= Promise.resolve()
      .then(() => this.#pump())
      .catch((error: unknown) => this.#fail(error));
  }

  /** Accepts no more commands, and resolves once the accepted ones are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#pumping;
  }

  async #pump(): Promise<void> {
    let written: Written | null = null;
    while (written !== null || this.#waiting.length > 0) {
      const isHeld = this.#isHeld();
      if (isHeld || this.#gathering !== null) {
        // The next batch waits; callers of the written batch do not.
        if (written !== null) await this.#apply(written);
        else await (isHeld ? this.#options.wait(holdMs) : this.#gathering);
        written = null;
        continue;
      }
      // The waiting commands go to the disk while the previous batch is applied and answered.
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

  /** Writes a batch to the journal; returns null if that failed and its callers got the error. */
  async #write(batch: readonly Waiting[]): Promise<Written | null> {
    const time = this.#options.now();
    const commands = batch.map(({ command }) => timed(command, time));
    const batchId = randomUUID();
    const begun = performance.now();
    const callers = this.#callers(batch);
    const trace = this.#options.tracing === null ? null : traceBatch(batch);
    if (batch.length >= this.#options.manyCommands) this.#gather();
    this.#options.host.expect(batchId);
    try {
      const entry = await this.#commit(batchId, encodeCommands(commands), callers);
      this.#trouble = null;
      trace?.written(entry.sequence, commands.length);
      return { entry, commands, callers, trace, commitMs: performance.now() - begun };
    } catch (error) {
      this.#options.host.forget(batchId);
      trace?.failed();
      callers.refuse(asUnavailable(error));
      this.#settle(batch.length);
      return null;
    }
  }

  async #apply({ entry, commands, callers, trace, commitMs }: Written): Promise<void> {
    const begun = performance.now();
    try {
      if (this.#hasFailed) throw new Error('the previous entry was not applied');
      const events = await this.#options.host.applyOwn(entry, commands);
      trace?.applied();
      this.guard.note(commands, events.outcomes);
      callers.answer(events);
    } catch (error) {
      trace?.failed();
      // The batch is durable but memory has failed: the next start applies it, and callers can look it up by id.
      callers.refuse(unavailable('the exchange must restart', true, error));
      this.#fail(error);
      return;
    }
    this.#settle(commands.length);
    try {
      this.#options.onBatch({ commands: commands.length, commitMs, applyMs: performance.now() - begun });
    } catch (error) {
      this.#options.onCallerError(error);
    }
  }

  #settle(commands: number): void {
    this.#settled += commands;
    this.#release();
  }

  #release(): void {
    this.guard.release(this.#settled, (waiting) => {
      this.#push(waiting);
      return this.#entered;
    });
  }

  /** The ledger itself failed: accept nothing more and end the process. */
  #fail(error: unknown): void {
    this.#closed = true;
    if (!this.#hasFailed) this.#options.onFatal(error);
    this.#hasFailed = true;
    this.guard.refuseHeld(refusedAtOnce.closed);
  }

  #callers(batch: readonly Waiting[]): Callers {
    return new Callers(batch, this.#options.onCallerError);
  }

  /** Commits a batch and, if the outcome is unknown, finds it out; writes nothing else before. */
  async #commit(batchId: string, bytes: Uint8Array, callers: Callers): Promise<Entry> {
    const { journal, wait } = this.#options;
    try {
      return await journal.append({ batchId, bytes });
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
      if (!(error instanceof JournalOutcomeUnknown)) throw error;
    }
    const found = new AbortController();
    const answerAnyway = () => callers.refuse(unavailable('the outcome is not known yet', true));
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
        if (this.#closed) throw unavailable('stopped before the outcome was known', true, error);
        continue;
      }
      if (!found) throw unavailable('the journal could not be written');
      return found;
    }
  }
}
