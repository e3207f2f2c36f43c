import type { Command, Fill, Posting } from '@fft/engine';
import type { OrderRecord } from './order-record.ts';
import type { OwnEvent, OwnOrderEvent, WatchedOwners } from './own-events.ts';

const noEvents: readonly OwnEvent[] = [];

/** Collects the events of watched owners in the engine's order. Without watched owners it costs one comparison per event. */
export class OwnEventLog {
  #watched: WatchedOwners | null = null;
  #events: OwnEvent[] = [];
  #given: Command | null = null;
  #command = -1;
  #time = 0;

  watch(watched: WatchedOwners): void {
    this.#watched = watched;
  }

  get #isOff(): boolean {
    return this.#watched === null || this.#watched.size === 0;
  }

  beginCommand(given: Command, time: number): void {
    this.#command += 1;
    this.#given = given;
    this.#time = time;
  }

  add(kind: OwnOrderEvent['kind'], record: OrderRecord, fill: Fill | null = null): void {
    const { owner } = record.command;
    if (this.#isOff || this.#watched?.has(owner) !== true || this.#given === null) return;
    const [command, given, time] = [this.#command, this.#given, this.#time];
    this.#events.push({ kind, owner, command, given, time, order: { ...record }, fill });
  }

  /** The order's last fill has filled it. */
  done(record: OrderRecord): void {
    if (this.#isOff || this.#watched?.has(record.command.owner) !== true) return;
    const index = this.#events.findLastIndex(
      (event) => event.kind === 'filled' && event.order.orderId === record.orderId,
    );
    const event = this.#events[index];
    if (event?.kind === 'filled') this.#events[index] = { ...event, order: { ...record } };
  }

  posted(posting: Posting): void {
    const { owner } = posting;
    if (this.#isOff || this.#watched?.has(owner) !== true || this.#given === null) return;
    const [command, given, time] = [this.#command, this.#given, this.#time];
    this.#events.push({ kind: 'posted', owner, command, given, time, posting: { ...posting } });
  }

  /** Returns the events of an entry. */
  take(): readonly OwnEvent[] {
    this.#command = -1;
    if (this.#events.length === 0) return noEvents;
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
