import { TablesBehind } from '../../database/tables-behind.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { Pool } from 'pg';
import type { BatchEvents } from '../replica/batch-events.ts';
import { executeWrite, readPosition, readTablesPosition, type TableWrite } from './table-write.ts';
import { retry } from '../../platform/retry.ts';
import { rowsOfBatch, writeBatches, type BatchRows } from './write-batches.ts';
import { TablesWentBack } from './tables-went-back.ts';

/** Maximum number of entries and rows in one transaction; a single entry may exceed it. */
const maxBatches = 2_000;
const maxRows = 8_000;
/** Under a backlog, a transaction takes this share of it. */
const partOfWaiting = 0.25;
/** Gathering time of entries, unless a caller waits for them: few large writes cost far less than many small ones. */
const gatherMs = 20;
/** This many rows within that time count as load, and gather longer. */
const rowsOfLoad = 500;
const gatherMoreMs = 100;
/** While another process writes, the interval between reads of its position: rarely, or often while a caller waits. */
const idlePollMs = 500;
const waitingPollMs = 10;
const backoff = { firstMs: 100, maxMs: 1_000 };
const roomMs = 20;

const fewOwners = 1_000;

/** Maximum wait of a list's caller for the tables, the same as for any statement. */
const reachWithinMs = 10_000;

interface Queued {
  readonly sequence: number;
  readonly rows: number;
  /** Null if this process never writes; the batch itself if its rows could not be made, which the write tries again. */
  batch: BatchRows | BatchEvents | null;
  /** By the process's monotonic clock. */
  readonly since: number;
}

/** Bounds on how far the tables may lag. */
export interface LagBounds {
  /** Maximum number of rows waiting in memory. */
  readonly maxRows: number;
  /** Maximum age of a waiting row, unless there are so few that a writer clears them immediately. */
  readonly maxLagMs: number;
  readonly fewRows: number;
}

/** A waiting row takes about 170 bytes, a third of them on the heap. */
const heapBytesPerRow = 500;

/**
 * Orders may arrive faster than the tables can be written for a while, as placing an order never waits for tables: the journal has it. How long is bounded by the wait
 * of readers of lists, and by memory.
 */
const standardBounds: LagBounds = {
  maxRows: Math.min(4_000_000, Math.floor(getHeapStatistics().heap_size_limit / heapBytesPerRow)),
  maxLagMs: 15_000,
  fewRows: 50_000,
};

export interface ProjectorOptions {
  readonly pool: Pool;
  /** Defaults to the standard bounds. */
  readonly bounds?: LagBounds;
  /** False for a process that never writes: it only counts the backlog. */
  readonly mayWrite?: boolean;
  /** Executes a write and returns the tables' previous position; defaults to this thread. */
  readonly executeWrite?: (write: TableWrite) => Promise<number>;
  /** Called when a write fails; the projector retries until it succeeds. */
  readonly onError: (error: unknown) => void;
  /** Called when the tables lack what they were seen to hold: nothing is written any more, and the process must start again. */
  readonly onWentBack?: (error: TablesWentBack) => void;
}

/**
 * Writes each batch's results to the tables, in the journal's order, in one transaction with the position: exactly once.
 * Feed it every batch from the journal's first on; it skips what the tables already hold.
 *
 * One process writes at a time. The others keep everything that is not in the tables yet, so that any of them can take over immediately. If two should
 * write, the lock on the position's row orders them, and each skips what the other has written.
 */
export class Projector {
  readonly #options: ProjectorOptions;
  readonly #bounds: LagBounds;
  readonly #mayWrite: boolean;
  readonly #executeWrite: (write: TableWrite) => Promise<number>;
  /** The tables' position when this process last wrote or read it; another process may have written since. */
  #tables = 0;
  #position = 0;
  #queue: Queued[] = [];
  #running: Promise<void> | null = null;
  #closed = false;
  /** Ends the gathering early. */
  #wake: (() => void) | null = null;
  #waiting: { sequence: number; resolve: () => void }[] = [];
  #isWriting = true;
  #wentBack = false;
  #rows = 0;
  /** The last entry with rows of an owner; covers all owners with waiting rows, and some others. */
  readonly #owners = new Map<number, number>();
  /** Above this size, owners whose rows are written are removed. */
  #maxOwners = fewOwners;
  #poll: NodeJS.Timeout | null = null;
  #polling: Promise<void> = Promise.resolve();

  constructor(options: ProjectorOptions) {
    const { bounds = standardBounds, mayWrite = true } = options;
    this.#options = options;
    this.#mayWrite = mayWrite;
    this.#executeWrite = options.executeWrite ?? ((write) => executeWrite(options.pool, write));
    this.#bounds = mayWrite ? bounds : { ...bounds, maxRows: Infinity };
  }

  /** Reads the tables' position. */
  async open(): Promise<void> {
    this.#tables = await readTablesPosition(this.#options.pool);
    this.#position = this.#tables;
  }

  /** The last entry in the tables. */
  get position(): number {
    return this.#position;
  }

  /** Number of rows waiting to be written, by this or the writing process. */
  get waitingRows(): number {
    return this.#rows;
  }

  /** Age in milliseconds of the oldest row not yet projected. */
  get lagMs(): number {
    const [oldest] = this.#queue;
    return oldest === undefined ? 0 : performance.now() - oldest.since;
  }

  /** True if the backlog is so large that no command may be added. */
  get shouldRefuse(): boolean {
    return this.#isPast(1);
  }

  /** True if the backlog is at half of that. */
  get shouldThrottle(): boolean {
    return this.#isPast(0.5);
  }

  /** True if this process is the writer. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  add(batch: BatchEvents): void {
    if (batch.sequence <= this.#position) return;
    const rows = batch.orders.length + batch.fills.length + batch.postings.length;
    const { sequence } = batch;
    this.#queue.push({
      sequence,
      rows,
      since: performance.now(),
      batch: this.#mayWrite ? this.#rowsOrBatch(batch) : null,
    });
    this.#rows += rows;
    for (const { command } of batch.orders) this.#note(command.owner, sequence);
    for (const { owner } of batch.postings) this.#note(owner, sequence);
    if (this.#isWriting) this.#running ??= this.#run();
  }

  /** Never throws to the process that applies entries: a batch without rows stops the tables at its entry instead. */
  #rowsOrBatch(batch: BatchEvents): BatchRows | BatchEvents {
    try {
      return rowsOfBatch(batch);
    } catch {
      return batch;
    }
  }

  /** Leaves writing to another process and follows its position. */
  standBy(): void {
    if (!this.#isWriting || this.#closed) return;
    this.#isWriting = false;
    this.#pollAfter(0);
  }

  /** Starts writing what the tables lack. */
  takeOver(): void {
    if (this.#isWriting || this.#closed || !this.#mayWrite) return;
    this.#isWriting = true;
    if (this.#poll) clearTimeout(this.#poll);
    if (this.#queue.length > 0) this.#running ??= this.#run();
  }

  /** Resolves once entry `sequence` is in the tables. @throws TablesBehind if that takes too long */
  async reached(sequence: number, withinMs = reachWithinMs): Promise<void> {
    if (this.#position >= sequence) return;
    this.#wake?.();
    if (!this.#isWriting) this.#pollAfter(0);
    await new Promise<void>((resolve, reject) => {
      const waiting = { sequence, resolve };
      this.#waiting.push(waiting);
      if (withinMs === Infinity) return;
      const tooLong = setTimeout(() => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        reject(new TablesBehind());
      }, withinMs);
      waiting.resolve = () => {
        clearTimeout(tooLong);
        resolve();
      };
    });
  }

  /** Resolves once everything of this customer is in the tables, independent of others' work. @throws TablesBehind if that takes too long */
  async reachedFor(owner: number): Promise<void> {
    await this.reached(this.#owners.get(owner) ?? 0);
  }

  /** Resolves once memory has room for more. */
  async room(): Promise<void> {
    while (this.#rows > this.#bounds.maxRows / 2 && !this.#closed) await delay(roomMs);
  }

  /** Resolves once everything added is in the tables, or a write fails: the next start writes the rest. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#poll) clearTimeout(this.#poll);
    this.#wake?.();
    await Promise.all([this.#running, this.#polling]);
  }

  async #run(): Promise<void> {
    try {
      while (this.#queue.length > 0 && this.#isWriting && !this.#wentBack) {
        await this.#gather();
        const next = this.#nextQueued();
        if (!(await this.#writeUntilDone(next))) break;
        this.#arriveAt(next.at(-1)?.sequence ?? this.#position);
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      // The next batch starts the loop again.
      this.#running = null;
    }
  }

  /** Records that the tables hold everything up to here. */
  #arriveAt(position: number): void {
    if (position <= this.#position) return;
    this.#position = position;
    const found = this.#queue.findIndex(({ sequence }) => sequence > position);
    const left = found < 0 ? this.#queue.length : found;
    for (const { rows } of this.#queue.slice(0, left)) this.#rows -= rows;
    this.#queue = this.#queue.slice(left);
    this.#forgetOwners();
    for (const { resolve } of this.#waiting.filter(({ sequence }) => sequence <= position)) resolve();
    this.#waiting = this.#waiting.filter(({ sequence }) => sequence > position);
  }

  #note(owner: number, sequence: number): void {
    this.#owners.set(owner, sequence);
  }

  #forgetOwners(): void {
    if (this.#owners.size < this.#maxOwners) return;
    for (const [owner, sequence] of this.#owners) if (sequence <= this.#position) this.#owners.delete(owner);
    this.#maxOwners = Math.max(fewOwners, this.#owners.size * 2);
  }

  /** True if the backlog exceeds this share of the bounds. */
  #isPast(part: number): boolean {
    const { maxRows, maxLagMs, fewRows } = this.#bounds;
    return this.#rows >= maxRows * part || (this.#rows >= fewRows && this.lagMs > maxLagMs * part);
  }

  #pollAfter(waitMs: number): void {
    if (this.#poll) clearTimeout(this.#poll);
    this.#poll = setTimeout(() => {
      this.#polling = readPosition(this.#options.pool)
        .then(
          (position) => this.#arriveAt(position),
          (error: unknown) => {
            if (!this.#closed) this.#options.onError(error);
          },
        )
        .finally(() => {
          if (!this.#isWriting && !this.#closed) this.#pollAfter(this.#waiting.length > 0 ? waitingPollMs : idlePollMs);
        });
    }, waitMs);
  }

  #nextQueued(): readonly Queued[] {
    const most = Math.max(maxRows, this.#rows * partOfWaiting);
    let sum = 0;
    const tooMany = this.#queue.findIndex(({ rows }, index) => {
      sum += rows;
      return index > 0 && sum > most;
    });
    const next = this.#queue.slice(0, tooMany < 0 ? maxBatches : Math.min(tooMany, maxBatches));
    // A batch without rows must not hold up those before it.
    const unmade = next.findIndex(({ batch }, index) => index > 0 && batch !== null && 'postings' in batch);
    return unmade < 0 ? next : next.slice(0, unmade);
  }

  async #gather(): Promise<void> {
    await this.#pause(gatherMs);
    if (this.#rows >= rowsOfLoad) await this.#pause(gatherMoreMs);
  }

  /** Waits, unless a caller waits or a full transaction is ready. */
  async #pause(ms: number): Promise<void> {
    if (this.#closed || this.#waiting.length > 0 || this.#rows >= maxRows || this.#queue.length >= maxBatches) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }

  async #writeUntilDone(queued: readonly Queued[]): Promise<boolean> {
    return retry(() => this.#write(queued.flatMap(({ batch }) => this.#rowsOf(batch))), {
      ...backoff,
      onFailure: (error) => {
        this.#options.onError(error);
        if (!(error instanceof TablesWentBack)) return;
        this.#wentBack = true;
        this.#options.onWentBack?.(error);
      },
      shouldRetry: () => !this.#closed && this.#isWriting && !this.#wentBack,
    }).then(
      () => true,
      () => false,
    );
  }

  async #write(batches: readonly BatchRows[]): Promise<void> {
    const seen = this.#position;
    for (;;) {
      const known = this.#tables;
      const missing = batches.filter(({ sequence }) => sequence > known);
      const [first] = missing;
      if (first === undefined) return;
      if (first.sequence === known + 1) {
        const write = writeBatches(missing, known);
        const found = await this.#executeWrite(write);
        if (found < seen) throw new TablesWentBack(found, seen);
        const isWritten = found === known;
        this.#tables = isWritten ? write.after : found;
        if (isWritten) return;
      } else {
        // Another process wrote what lies between, unless it is missing.
        this.#tables = await readTablesPosition(this.#options.pool);
        if (this.#tables < seen) throw new TablesWentBack(this.#tables, seen);
        if (this.#tables === known)
          throw new Error(`the projection is at entry ${known}, but ${first.sequence} is next`);
      }
    }
  }

  #rowsOf(batch: Queued['batch']): readonly BatchRows[] {
    if (batch === null) return [];
    return 'postings' in batch ? [rowsOfBatch(batch)] : [batch];
  }
}
