import type { Command, Fill, Posting } from '@fft/engine';
import type { OrderRecord } from './order-record.ts';
import type { Amended, OwnEvent, OwnOrderEvent, WatchedOwners } from './own-events.ts';

const noEvents: readonly OwnEvent[] = [];

/** What an event has beside its order. */
interface Detail {
  readonly fill?: Fill;
  readonly before?: Amended | undefined;
}

/** Collects the events of watched owners in the engine's order. Without watched owners it costs two comparisons per event. */
export class OwnEventLog {
  #watched: WatchedOwners | null = null;
  /** Owners of the entry's amendments, whose events have a place among the others. */
  readonly #amending = new Set<number>();
  #events: OwnEvent[] = [];
  #given: Command | null = null;
  #command = -1;
  #time = 0;

  watch(watched: WatchedOwners): void {
    this.#watched = watched;
  }

  /** Records the events of the owners of amendments in the entry that begins. */
  beginEntry(commands: readonly Command[]): void {
    for (const command of commands) if (command.type === 'amend') this.#amending.add(command.owner);
  }

  #has(owner: number): boolean {
    if (this.#amending.size > 0 && this.#amending.has(owner)) return true;
    return this.#watched !== null && this.#watched.size > 0 && this.#watched.has(owner);
  }

  beginCommand(given: Command, time: number): void {
    this.#command += 1;
    this.#given = given;
    this.#time = time;
  }

  add(kind: OwnOrderEvent['kind'], record: OrderRecord, { fill, before }: Detail = {}): void {
    const { owner } = record.command;
    if (this.#given === null || !this.#has(owner)) return;
    const [command, given, time] = [this.#command, this.#given, this.#time];
    const detail = before === undefined ? {} : { before };
    this.#events.push({ kind, owner, command, given, time, order: { ...record }, fill: fill ?? null, ...detail });
  }

  /** The order's last fill has filled it. */
  done(record: OrderRecord): void {
    if (!this.#has(record.command.owner)) return;
    const index = this.#events.findLastIndex(
      (event) => event.kind === 'filled' && event.order.orderId === record.orderId,
    );
    const event = this.#events[index];
    if (event?.kind === 'filled') this.#events[index] = { ...event, order: { ...record } };
  }

  posted(posting: Posting): void {
    const { owner } = posting;
    if (this.#given === null || !this.#has(owner)) return;
    const [command, given, time] = [this.#command, this.#given, this.#time];
    this.#events.push({ kind: 'posted', owner, command, given, time, posting: { ...posting } });
  }

  /** Returns the events of an entry. */
  take(): readonly OwnEvent[] {
    this.#command = -1;
    this.#amending.clear();
    if (this.#events.length === 0) return noEvents;
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
