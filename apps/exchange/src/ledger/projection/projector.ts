import { TablesBehind } from '../../database/tables-behind.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { Pool } from 'pg';
import type { BatchEvents } from '../replica/batch-events.ts';
import { carryOut, isSame, readPosition, readStanding, type Standing, type TableWrite } from './table-write.ts';
import { retry } from '../../platform/retry.ts';
import { rowsOfBatch, writeBatches, type BatchRows } from './write-batches.ts';

/** Entries and rows written in one transaction at most; a single entry may have more. */
const maxBatches = 2_000;
const maxRows = 8_000;
/** Where more waits, more is written at a time: this part of it. */
const partOfWaiting = 0.25;
/** Entries gather for this long, unless somebody waits for them: few large writes cost far less than many small ones. */
const gatherMs = 20;
/** Under load, which so many rows in that time are, for longer. */
const rowsOfLoad = 500;
const gatherMoreMs = 100;
/** While another process writes, the tables are asked how far they are this often: hardly ever, or while somebody waits. */
const idlePollMs = 500;
const waitingPollMs = 10;
const backoff = { firstMs: 100, maxMs: 1_000 };
const roomMs = 20;

const fewOwners = 1_000;

/** Callers of lists wait for the tables this long at most, as for any statement. */
const reachWithinMs = 10_000;

interface Queued {
  readonly sequence: number;
  readonly rows: number;
  /** Null where this process never writes; the batch itself where its rows could not be made: that is tried again with the write. */
  batch: BatchRows | BatchEvents | null;
  /** By the process's clock that never goes back. */
  readonly since: number;
}

/** When the tables are behind what was answered. */
export interface LagBounds {
  /** More rows than this never wait where they are held in memory. */
  readonly rowsMax: number;
  /** Nothing waits longer, unless so few rows do that they are written in no time once a writer is there. */
  readonly lagMsMax: number;
  readonly fewRows: number;
}

/** A row that waits takes some 170 bytes, a third of them on the heap. */
const heapBytesPerRow = 500;

/**
 * Orders that come faster than tables can be written are taken for a while, as nobody who orders waits for tables: they are in the journal. For how long is bounded by
 * what those wait who read lists, and by the memory.
 */
const standardBounds: LagBounds = {
  rowsMax: Math.min(4_000_000, Math.floor(getHeapStatistics().heap_size_limit / heapBytesPerRow)),
  lagMsMax: 15_000,
  fewRows: 50_000,
};

export interface ProjectorOptions {
  readonly pool: Pool;
  /** The standard ones, unless told. */
  readonly bounds?: LagBounds;
  /** False for a process that never writes: of what waits it keeps no more than how much it is. */
  readonly mayWrite?: boolean;
  /** Carries out what is written, and gives where the tables stood; here, unless told. */
  readonly carryOut?: (write: TableWrite) => Promise<Standing>;
  /** Told when a write fails; it is tried again until it works. */
  readonly onError: (error: unknown) => void;
}

/**
 * Writes what batches led to into tables, in the journal's order, in one transaction with the position: exactly once.
 * Feed it every batch from the journal's first on; what the tables already hold is passed over.
 *
 * One process writes at a time. The others stand by: they keep what isn't in the tables yet, so that any of them can take over at once. Should two
 * write, the position's row puts them in order, and what one has written the other passes over.
 */
export class Projector {
  readonly #options: ProjectorOptions;
  readonly #bounds: LagBounds;
  readonly #mayWrite: boolean;
  readonly #carryOut: (write: TableWrite) => Promise<Standing>;
  /** Where the tables stood when this process last wrote or looked; others may have written since. */
  #standing: Standing = { sequence: 0, newestOrder: 0 };
  #position = 0;
  #queue: Queued[] = [];
  #running: Promise<void> | null = null;
  #closed = false;
  /** Ends the gathering. */
  #wake: (() => void) | null = null;
  #waiting: { sequence: number; resolve: () => void }[] = [];
  #isWriting = true;
  #rows = 0;
  /** The last entry that has rows of an owner's, of all of whom rows wait and of some more. */
  readonly #owners = new Map<number, number>();
  /** Once there are so many, those whose rows are written are left out. */
  #ownersMost = fewOwners;
  #poll: NodeJS.Timeout | null = null;
  #polling: Promise<void> = Promise.resolve();

  constructor(options: ProjectorOptions) {
    const { bounds = standardBounds, mayWrite = true } = options;
    this.#options = options;
    this.#mayWrite = mayWrite;
    this.#carryOut = options.carryOut ?? ((write) => carryOut(options.pool, write));
    this.#bounds = mayWrite ? bounds : { ...bounds, rowsMax: Infinity };
  }

  /** Reads how far the tables are. */
  async open(): Promise<void> {
    this.#standing = await readStanding(this.#options.pool);
    this.#position = this.#standing.sequence;
  }

  /** The last entry that is in the tables. */
  get position(): number {
    return this.#position;
  }

  /** Rows that wait to be written, here or by the process that writes. */
  get waitingRows(): number {
    return this.#rows;
  }

  /** How long what waits longest has waited. */
  get lagMs(): number {
    const [oldest] = this.#queue;
    return oldest === undefined ? 0 : performance.now() - oldest.since;
  }

  /** Whether so much waits for the tables that no more should be added. */
  get shouldRefuse(): boolean {
    return this.#isPast(1);
  }

  /** Whether it is halfway to that. */
  get shouldThrottle(): boolean {
    return this.#isPast(0.5);
  }

  /** Whether this process is the one that writes. */
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

  /** Whoever applies entries never hears of an error here: what can't be made into rows now stops the tables at its entry. */
  #rowsOrBatch(batch: BatchEvents): BatchRows | BatchEvents {
    try {
      return rowsOfBatch(batch);
    } catch {
      return batch;
    }
  }

  /** Leaves writing to another process, and follows how far it is. */
  standBy(): void {
    if (!this.#isWriting || this.#closed) return;
    this.#isWriting = false;
    this.#pollAfter(0);
  }

  /** Writes from here on what the tables don't hold yet. */
  takeOver(): void {
    if (this.#isWriting || this.#closed || !this.#mayWrite) return;
    this.#isWriting = true;
    if (this.#poll) clearTimeout(this.#poll);
    if (this.#queue.length > 0) this.#running ??= this.#run();
  }

  /** Resolves when entry `sequence` is in the tables. @throws TablesBehind where that takes too long */
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

  /** Resolves when everything of this customer is in the tables, whatever waits of others. @throws TablesBehind where that takes too long */
  async reachedFor(owner: number): Promise<void> {
    await this.reached(this.#owners.get(owner) ?? 0);
  }

  /** Resolves when there is room in the memory for more. */
  async room(): Promise<void> {
    while (this.#rows > this.#bounds.rowsMax / 2 && !this.#closed) await delay(roomMs);
  }

  /** Resolves when everything added is in the tables, or when a write fails: the next start writes what is missing. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#poll) clearTimeout(this.#poll);
    this.#wake?.();
    await Promise.all([this.#running, this.#polling]);
  }

  async #run(): Promise<void> {
    try {
      while (this.#queue.length > 0 && this.#isWriting) {
        await this.#gather();
        const next = this.#nextQueued();
        if (!(await this.#writeUntilDone(next))) break;
        this.#arriveAt(next.at(-1)?.sequence ?? this.#position);
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      // The next batch begins again.
      this.#running = null;
    }
  }

  /** The tables hold everything up to here. */
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
    if (this.#owners.size < this.#ownersMost) return;
    for (const [owner, sequence] of this.#owners) if (sequence <= this.#position) this.#owners.delete(owner);
    this.#ownersMost = Math.max(fewOwners, this.#owners.size * 2);
  }

  /** Whether so much waits that it is this part of the bounds. */
  #isPast(part: number): boolean {
    const { rowsMax, lagMsMax, fewRows } = this.#bounds;
    return this.#rows >= rowsMax * part || (this.#rows >= fewRows && this.lagMs > lagMsMax * part);
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
    // What could not be made into rows holds up nothing that came before it.
    const unmade = next.findIndex(({ batch }, index) => index > 0 && batch !== null && 'postings' in batch);
    return unmade < 0 ? next : next.slice(0, unmade);
  }

  async #gather(): Promise<void> {
    await this.#pause(gatherMs);
    if (this.#rows >= rowsOfLoad) await this.#pause(gatherMoreMs);
  }

  /** Unless somebody waits, or as much waits as is written at a time. */
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
    return retry(() => this.#write(queued.flatMap(({ batch }) => rowsOf(batch))), {
      ...backoff,
      onFailure: this.#options.onError,
      shouldRetry: () => !this.#closed && this.#isWriting,
    }).then(
      () => true,
      () => false,
    );
  }

  async #write(batches: readonly BatchRows[]): Promise<void> {
    for (;;) {
      const known = this.#standing;
      const missing = batches.filter(({ sequence }) => sequence > known.sequence);
      const [first] = missing;
      if (first === undefined) return;
      if (first.sequence === known.sequence + 1) {
        const write = writeBatches(missing, known);
        const stood = await this.#carryOut(write);
        const isWritten = isSame(stood, known);
        this.#standing = isWritten ? write.after : stood;
        if (isWritten) return;
      } else {
        // Others wrote what was between, unless it isn't there.
        this.#standing = await readStanding(this.#options.pool);
        if (isSame(this.#standing, known))
          throw new Error(`the projection stands at ${known.sequence}, and ${first.sequence} is next`);
      }
    }
  }
}

function rowsOf(batch: Queued['batch']): readonly BatchRows[] {
  if (batch === null) return [];
  return 'postings' in batch ? [rowsOfBatch(batch)] : [batch];
}
