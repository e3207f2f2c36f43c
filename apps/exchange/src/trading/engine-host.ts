import type { Command, EngineListener, MatchingEngine } from '@fft/engine';
import { emptyHead, verifyEntry, type Head, type Journal } from '@fft/journal';
import type { BatchEvents } from './batch-events.ts';
import { decodeCommands } from './codec.ts';
import { Recorder } from './recorder.ts';

/** Entries read at a time when catching up. */
const catchUpChunk = 500;

/**
 * This process's replica of the engine: applies journal entries in order, each once, and tells its subscribers what
 * each of them led to.
 */
export class EngineHost {
  readonly engine: MatchingEngine;
  readonly #recorder = new Recorder();
  readonly #subscribers: ((batch: BatchEvents) => void)[] = [];
  readonly #journal: Journal;
  #head: Head = emptyHead;

  constructor(journal: Journal, createEngine: (listener: EngineListener) => MatchingEngine) {
    this.#journal = journal;
    this.engine = createEngine(this.#recorder);
  }

  /** Number of the last journal entry applied. */
  get sequence(): number {
    return this.#head.sequence;
  }

  /** The running record of an open order. */
  get openRecord(): Recorder['openRecord'] {
    return (orderId) => this.#recorder.openRecord(orderId);
  }

  /** Calls `listener` with every batch applied from now on, in order, before anybody is answered. */
  subscribe(listener: (batch: BatchEvents) => void): void {
    this.#subscribers.push(listener);
  }

  /** Applies the commands of an entry, which must be the next one. */
  apply({ sequence, hash }: Head, commands: readonly Command[]): BatchEvents {
    if (sequence !== this.sequence + 1) throw new Error(`entry ${sequence} applied after ${this.sequence}`);
    for (const command of commands) {
      this.#recorder.beginCommand(command, Math.max(command.time, this.engine.time));
      this.engine.apply(command);
      this.#recorder.endCommand();
    }
    this.#head = { sequence, hash };
    const batch = this.#recorder.takeBatch(sequence);
    for (const subscriber of this.#subscribers) subscriber(batch);
    return batch;
  }

  /** Applies what the journal holds beyond this replica, up to `before` (not included) or to its end. */
  async catchUp(before = Infinity, onProgress?: (sequence: number) => void): Promise<void> {
    for (;;) {
      const room = Math.min(catchUpChunk, before - 1 - this.sequence);
      if (room <= 0) return;
      const entries = await this.#journal.read(this.sequence, room);
      for (const entry of entries) {
        verifyEntry(this.#head, entry);
        this.apply(entry, decodeCommands(entry.bytes));
      }
      if (entries.length === 0) return;
      onProgress?.(this.sequence);
    }
  }
}
