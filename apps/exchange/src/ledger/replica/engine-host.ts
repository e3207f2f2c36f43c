import { setTimeout as delay } from 'node:timers/promises';
import type { Command, EngineListener, MatchingEngine } from '@fft/engine';
import { emptyHead, verifyEntry, type Entry, type Head, type Journal, type Watch } from '@fft/journal';
import type { BatchEvents } from './batch-events.ts';
import { decodeCommands } from '../codec.ts';
import { EntryNotApplied, typeOf } from './entry-not-applied.ts';
import type { OrderRecord } from './order-record.ts';
import { Recorder } from './recorder.ts';

/** The journal could not be read just now; what was applied stands. */
class JournalUnreadable extends Error {
  override readonly name = 'JournalUnreadable';
}

/** Between two tries to read the journal while a batch of one's own waits behind entries of others. */
const readAgainMs = 100;
/** Entries read at a time when catching up. */
const catchUpChunk = 500;
/** What others wrote is read together: each reading costs more than many entries do. */
const gatherMs = 4;

/** What follows batches and isn't the ledger: tables, streams, candles, alerts. An error in it is its own. */
export interface BatchView {
  /** Under which its errors are noted. */
  readonly name: string;
  readonly add: (batch: BatchEvents) => void;
  /** Called after `add` has thrown, so that it can begin again: it may hold part of the batch, or nothing of it. */
  readonly recover?: (batch: BatchEvents) => void;
}

/** Told before each command which one it is, counted from 1, and after the last one of an entry. */
export interface ApplyMark {
  readonly begin: (sequence: number, command: number, given: Command) => void;
  readonly end: () => void;
}

/** Told of a view's error. */
type OnViewFailure = (view: string, error: unknown) => void;

/**
 * This process's replica of the engine: applies journal entries in order, each once, and tells its subscribers what
 * each of them led to.
 */
export class EngineHost {
  readonly engine: MatchingEngine;
  readonly #recorder = new Recorder();
  readonly #subscribers: ((batch: BatchEvents) => void)[] = [];
  readonly #views: BatchView[] = [];
  readonly #foreignListeners: { readonly name: string; readonly add: (commands: readonly Command[]) => void }[] = [];
  #onViewFailure: OnViewFailure = (_view, error) => {
    throw error;
  };
  readonly #journal: Journal;
  readonly #wait: (ms: number) => Promise<void>;
  /** Batches of this process that are on their way, and what came of them once they were met in the journal. */
  readonly #own = new Map<string, BatchEvents | null>();
  #mark: ApplyMark | null = null;
  #head: Head = emptyHead;
  /** Entries are applied by one at a time: the gateway's own, or what others wrote. */
  #turn: Promise<unknown> = Promise.resolve();

  /** `wait` resolves after so many milliseconds; a simulation has a time of its own. */
  constructor(
    journal: Journal,
    createEngine: (listener: EngineListener) => MatchingEngine,
    wait: (ms: number) => Promise<void> = delay,
  ) {
    this.#journal = journal;
    this.#wait = wait;
    this.engine = createEngine(this.#recorder);
  }

  /** Takes up where a snapshot ends; the engine is the snapshot's. Before anything is applied. */
  resume(head: Head, records: Iterable<OrderRecord>): void {
    if (this.sequence !== 0) throw new Error('a host that has begun takes up nothing else');
    this.#head = head;
    this.#recorder.restore(records);
  }

  /** The running records of all open orders. */
  get openRecords(): Iterable<OrderRecord> {
    return this.#recorder.openRecords;
  }

  /** Number of the last journal entry applied. */
  get sequence(): number {
    return this.#head.sequence;
  }

  /** The place of the last journal entry applied. */
  get head(): Head {
    return this.#head;
  }

  /** How many orders are open. */
  get openCount(): number {
    return this.#recorder.openCount;
  }

  /** The running record of an open order. */
  get openRecord(): Recorder['openRecord'] {
    return (orderId) => this.#recorder.openRecord(orderId);
  }

  /** Calls `listener` with every batch applied from now on, in order, before anybody is answered. It is part of the ledger: an error of it is the replica's. */
  subscribe(listener: (batch: BatchEvents) => void): void {
    this.#subscribers.push(listener);
  }

  /** Gives a view every batch applied from now on, in order, before anybody is answered. Its errors go to {@link onViewFailure}. */
  addView(view: BatchView): void {
    this.#views.push(view);
  }

  /** Calls `listener` with the errors of views; until then an error of a view is the replica's. */
  onViewFailure(listener: OnViewFailure): void {
    this.#onViewFailure = listener;
  }

  /** Calls `add` with the commands of every entry that another process wrote, from now on. Its errors go to {@link onViewFailure}. */
  addForeignView(name: string, add: (commands: readonly Command[]) => void): void {
    this.#foreignListeners.push({ name, add });
  }

  /** Lets others know what is being applied: whoever watches from outside names the command that never ends. */
  markBy(mark: ApplyMark): void {
    this.#mark = mark;
  }

  /** Says that a batch of this process is about to be written: it may be met in the journal before its writer hears of it. */
  expect(batchId: string): void {
    this.#own.set(batchId, null);
  }

  /** The batch won't come. */
  forget(batchId: string): void {
    this.#own.delete(batchId);
  }

  /** Applies an entry of this process, and before it what others wrote in between; tells what it led to, also where it was applied already. */
  applyOwn(entry: Entry, commands: readonly Command[]): Promise<BatchEvents> {
    return this.#inTurn(async () => {
      while (this.sequence + 1 < entry.sequence) {
        const before = this.sequence;
        await this.#catchUp(entry.sequence).catch((error: unknown) => this.#waitIfUnreadable(error));
        // Who reads from a server that is behind the writer's sees them a little later.
        if (this.sequence === before) await this.#wait(readAgainMs);
      }
      const met = this.#own.get(entry.batchId) ?? null;
      this.#own.delete(entry.batchId);
      return met ?? this.apply(entry, commands);
    });
  }

  /**
   * Applies what others write from now on, soon after they do; a journal that can't be read is read again. `onFailure` is told when that can't go on. Nothing is
   * read before there is `room` for what follows from it.
   */
  follow(onFailure: (error: unknown) => void, room?: () => Promise<void>): Promise<Watch> {
    let isDue = false;
    return this.#journal.watch(() => {
      if (isDue) return;
      isDue = true;
      const catchingUp = this.#wait(gatherMs).then(() =>
        this.#inTurn(() => {
          isDue = false;
          return this.#catchUp(Infinity, room);
        }),
      );
      catchingUp.catch((error: unknown) => {
        if (!(error instanceof JournalUnreadable)) onFailure(error);
      });
    });
  }

  /** Applies the commands of an entry, which must be the next one. @throws EntryNotApplied */
  apply(entry: Head & Partial<Entry>, commands: readonly Command[]): BatchEvents {
    const { sequence, hash } = entry;
    if (sequence !== this.sequence + 1) throw new Error(`entry ${sequence} applied after ${this.sequence}`);
    let number = 0;
    try {
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

  /** Applies what the journal holds beyond this replica, up to `before` (not included) or to its end. Nothing is read before there is `room` for what follows from it. */
  catchUp(before = Infinity, onProgress?: (sequence: number) => void, room?: () => Promise<void>): Promise<void> {
    return this.#inTurn(() =>
      this.#catchUp(before, async () => {
        onProgress?.(this.sequence);
        await room?.();
      }),
    );
  }

  /** `between` is waited for before each read. */
  async #catchUp(before = Infinity, between?: () => Promise<void>): Promise<void> {
    for (;;) {
      const room = Math.min(catchUpChunk, before - 1 - this.sequence);
      if (room <= 0) return;
      await between?.();
      const entries = await this.#journal.read(this.sequence, room).catch((cause: unknown) => {
        throw new JournalUnreadable('the journal could not be read', { cause });
      });
      for (const entry of entries) {
        verifyEntry(this.#head, entry);
        this.#applyMet(entry);
      }
      if (entries.length === 0) return;
    }
  }

  #applyMet(entry: Entry): void {
    const commands = commandsOf(entry);
    const batch = this.apply(entry, commands);
    if (this.#own.has(entry.batchId)) this.#own.set(entry.batchId, batch);
    else for (const { name, add } of this.#foreignListeners) this.#attempt(name, () => add(commands));
  }

  /** A view that can't take a batch begins again by its own means; the batch is applied all the same. */
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
