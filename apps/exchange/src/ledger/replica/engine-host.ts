import { setTimeout as delay } from 'node:timers/promises';
import type { Command, CommandCheck, EngineListener, MatchingEngine } from '@fft/engine';
import { emptyHead, verifyEntry, type Entry, type Head, type Journal, type Watch } from '@fft/journal';
import type { BatchEvents, Outcome } from './batch-events.ts';
import { decodeCommands } from '../codec.ts';
import { EntryNotApplied, typeOf } from './entry-not-applied.ts';
import type { OrderRecord } from './order-record.ts';
import type { WatchedOwners } from './own-events.ts';
import { Recorder } from './recorder.ts';

/** The journal cannot be read now; what was applied remains valid. */
class JournalUnreadable extends Error {
  override readonly name = 'JournalUnreadable';
}

/** Pause between reads of the journal while an own batch waits for entries of other processes. */
const readAgainMs = 100;
/** Entries per read when catching up. */
const catchUpChunk = 500;
/** Entries of other processes are gathered: each read costs more than many entries. It gathers longer while they come fast. */
const gatherMs = 4;
const gatherMoreMs = 15;
const manyEntries = 2;

/** A view of batches outside the ledger: tables, streams, candles, alerts. Its errors do not affect the ledger. */
export interface BatchView {
  /** Its name in error reports. */
  readonly name: string;
  readonly add: (batch: BatchEvents) => void;
  /** Called after `add` has thrown, so that it can start again: it may hold a part of the batch, or none. */
  readonly recover?: (batch: BatchEvents) => void;
}

/** Called before each command with its position from 1, and after an entry's last one. */
export interface ApplyMark {
  readonly begin: (sequence: number, command: number, given: Command) => void;
  readonly end: () => void;
}

interface ReadOptions {
  readonly between?: (() => Promise<void>) | undefined;
  readonly endsShort?: boolean;
}

/** Receives the commands of an entry of another process, and their outcomes. */
type ForeignView = (commands: readonly Command[], outcomes: readonly Outcome[]) => void;

/** Receives a view's error. */
type OnViewFailure = (view: string, error: unknown) => void;

/**
 * This process's replica of the engine: applies journal entries in order, each once, and passes the results to its
 * subscribers.
 */
export class EngineHost {
  readonly engine: MatchingEngine & CommandCheck;
  readonly #recorder = new Recorder();
  readonly #subscribers: ((batch: BatchEvents) => void)[] = [];
  readonly #views: BatchView[] = [];
  readonly #foreignListeners: { readonly name: string; readonly add: ForeignView }[] = [];
  #onViewFailure: OnViewFailure = (_view, error) => {
    throw error;
  };
  readonly #journal: Journal;
  readonly #wait: (ms: number) => Promise<void>;
  /** This process's batches on their way, and their results once they were met in the journal. */
  readonly #own = new Map<string, BatchEvents | null>();
  #mark: ApplyMark | null = null;
  #head: Head = emptyHead;
  /** Serialises the application of own and foreign entries. */
  #turn: Promise<unknown> = Promise.resolve();

  /** `wait` resolves after the given milliseconds; a simulation passes its own clock. */
  constructor(
    journal: Journal,
    createEngine: (listener: EngineListener) => MatchingEngine & CommandCheck,
    wait: (ms: number) => Promise<void> = delay,
  ) {
    this.#journal = journal;
    this.#wait = wait;
    this.engine = createEngine(this.#recorder);
  }

  /** Continues from a snapshot, with the snapshot's engine. Call it before anything is applied. */
  resume(head: Head, records: Iterable<OrderRecord>): void {
    if (this.sequence !== 0) throw new Error('this host has already begun');
    this.#head = head;
    this.#recorder.restore(records);
  }

  /** Records of all open orders. */
  get openRecords(): Iterable<OrderRecord> {
    return this.#recorder.openRecords;
  }

  /** Number of the last journal entry applied. */
  get sequence(): number {
    return this.#head.sequence;
  }

  /** Head of the last journal entry applied. */
  get head(): Head {
    return this.#head;
  }

  /** Number of open orders. */
  get openCount(): number {
    return this.#recorder.openCount;
  }

  /** Finds the record of an open order. */
  get openRecord(): Recorder['openRecord'] {
    return (orderId) => this.#recorder.openRecord(orderId);
  }

  /** Finds the record of an open order by the name that its owner gave it by an amendment. */
  get renamedRecord(): Recorder['renamedRecord'] {
    return (owner, name) => this.#recorder.renamedRecord(owner, name);
  }

  /** Calls `listener` with every batch from now on, in order, before any caller is answered. It belongs to the ledger: its errors are the replica's. */
  subscribe(listener: (batch: BatchEvents) => void): void {
    this.#subscribers.push(listener);
  }

  /** Adds the events of these owners to each batch, one by one. */
  watchOwners(watched: WatchedOwners): void {
    this.#recorder.watchOwners(watched);
  }

  /** Adds a view of every batch from now on, in order, before any caller is answered. Its errors go to {@link onViewFailure}. */
  addView(view: BatchView): void {
    this.#views.push(view);
  }

  /** Calls `listener` with the errors of views; before this, an error of a view is the replica's. */
  onViewFailure(listener: OnViewFailure): void {
    this.#onViewFailure = listener;
  }

  /** Calls `add` with the commands and outcomes of every entry written by another process from now on. Its errors go to {@link onViewFailure}. */
  addForeignView(name: string, add: ForeignView): void {
    this.#foreignListeners.push({ name, add });
  }

  /** Reports each command before it is applied, so that a watcher can name one that never ends. */
  markBy(mark: ApplyMark): void {
    this.#mark = mark;
  }

  /** Announces a batch of this process that is about to be written: the replica may meet it in the journal before its writer hears of it. */
  expect(batchId: string): void {
    this.#own.set(batchId, null);
  }

  /** Withdraws an announced batch that was not written. */
  forget(batchId: string): void {
    this.#own.delete(batchId);
  }

  /** Applies an entry of this process after the foreign ones before it; returns its results, even if it was applied already. */
  applyOwn(entry: Entry, commands: readonly Command[]): Promise<BatchEvents> {
    return this.#inTurn(async () => {
      while (this.sequence + 1 < entry.sequence) {
        const before = this.sequence;
        await this.#catchUp(entry.sequence).catch((error: unknown) => this.#waitIfUnreadable(error));
        // A replica server behind the primary shows them a little later.
        if (this.sequence === before) await this.#wait(readAgainMs);
      }
      const met = this.#own.get(entry.batchId) ?? null;
      this.#own.delete(entry.batchId);
      return met ?? this.apply(entry, commands);
    });
  }

  /**
   * Applies foreign entries from now on, shortly after they are written, and retries an unreadable journal. Calls `onFailure` when it cannot go on. Reads nothing
   * before there is `room` for the results.
   */
  follow(onFailure: (error: unknown) => void, room?: () => Promise<void>): Promise<Watch> {
    let isDue = false;
    let pauseMs = gatherMs;
    const readSoon = (): void => {
      if (isDue) return;
      isDue = true;
      const catchingUp = this.#wait(pauseMs).then(() =>
        this.#inTurn(async () => {
          isDue = false;
          const before = this.sequence;
          await this.#catchUp(Infinity, { between: room, endsShort: true });
          const count = this.sequence - before;
          pauseMs = count < manyEntries ? gatherMs : gatherMoreMs;
          // While entries come fast, one read takes what was written since and what was left.
          if (count > 0) readSoon();
        }),
      );
      catchingUp.catch((error: unknown) => {
        if (!(error instanceof JournalUnreadable)) onFailure(error);
      });
    };
    return this.#journal.watch(readSoon);
  }

  /** Applies the commands of an entry, which must be the next one. @throws EntryNotApplied */
  apply(entry: Head & Partial<Entry>, commands: readonly Command[]): BatchEvents {
    const { sequence, hash } = entry;
    if (sequence !== this.sequence + 1) throw new Error(`entry ${sequence} applied after ${this.sequence}`);
    let number = 0;
    try {
      this.#recorder.beginEntry(commands);
      for (const command of commands) {
        number += 1;
        this.#mark?.begin(sequence, number, command);
        this.#recorder.beginCommand(command, Math.max(command.time, this.engine.time));
        this.engine.apply(command);
        this.#recorder.endCommand();
      }
    } catch (cause) {
      throw new EntryNotApplied({ sequence, command: number, type: typeOf(commands[number - 1]) }, { ...entry, cause });
    }
    this.#mark?.end();
    this.#head = { sequence, hash };
    const batch = this.#recorder.takeBatch(sequence);
    for (const subscriber of this.#subscribers) subscriber(batch);
    for (const view of this.#views) this.#show(view, batch);
    return batch;
  }

  /** Applies what the journal holds beyond this replica, up to `before` (exclusive) or to its end. Reads nothing before there is `room` for the results. */
  catchUp(before = Infinity, onProgress?: (sequence: number) => void, room?: () => Promise<void>): Promise<void> {
    const between = async (): Promise<void> => {
      onProgress?.(this.sequence);
      await room?.();
    };
    return this.#inTurn(() => this.#catchUp(before, { between }));
  }

  /** Awaits `between` before each read. Ends with a read of nothing, or with `endsShort` already with one that isn't full. */
  async #catchUp(before = Infinity, { between, endsShort = false }: ReadOptions = {}): Promise<void> {
    for (;;) {
      const wanted = Math.min(catchUpChunk, before - 1 - this.sequence);
      if (wanted <= 0) return;
      await between?.();
      const entries = await this.#journal.read(this.sequence, wanted).catch((cause: unknown) => {
        throw new JournalUnreadable('the journal could not be read', { cause });
      });
      for (const entry of entries) {
        verifyEntry(this.#head, entry);
        this.#applyMet(entry);
      }
      if (entries.length === 0 || (endsShort && entries.length < wanted)) return;
    }
  }

  #applyMet(entry: Entry): void {
    const commands = commandsOf(entry);
    const batch = this.apply(entry, commands);
    if (this.#own.has(entry.batchId)) this.#own.set(entry.batchId, batch);
    else for (const { name, add } of this.#foreignListeners) this.#attempt(name, () => add(commands, batch.outcomes));
  }

  /** A view that cannot take a batch recovers by itself; the batch is applied all the same. */
  #show({ name, add, recover }: BatchView, batch: BatchEvents): void {
    if (!this.#attempt(name, () => add(batch)) && recover) this.#attempt(name, () => recover(batch));
  }

  #attempt(view: string, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#onViewFailure(view, error);
      return false;
    }
  }

  async #waitIfUnreadable(error: unknown): Promise<void> {
    if (!(error instanceof JournalUnreadable)) throw error;
    await this.#wait(readAgainMs);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function commandsOf(entry: Entry): readonly Command[] {
  try {
    return decodeCommands(entry.bytes);
  } catch (cause) {
    throw new EntryNotApplied({ sequence: entry.sequence, command: 0, type: 'unreadable' }, { ...entry, cause });
  }
}
