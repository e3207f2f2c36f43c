import type { Connection } from '../../transport/websocket/connection.ts';
import { clockOf, type Clock } from '../clock.ts';
import { Heartbeat } from './heartbeat.ts';
import { MessageRate } from './message-rate.ts';
import { formOf, type Form, type Topic } from './topic.ts';

/** Incoming messages per second, as Binance limits them. */
const maxMessagesPerSecond = 5;

/** A socket of market streams. */
export class StreamSocket {
  readonly connection: Connection;
  readonly heartbeat: Heartbeat;
  /** Converts times to the reader's unit. */
  readonly at: Clock;
  readonly rate = new MessageRate(maxMessagesPerSecond);
  /** Its streams by name, in order of subscription; null for a name that no market has. */
  readonly streams = new Map<string, Topic | null>();
  readonly #isMicroseconds: boolean;
  #isCombined: boolean;

  constructor(connection: Connection, options: { readonly isCombined: boolean; readonly isMicroseconds: boolean }) {
    this.connection = connection;
    this.heartbeat = new Heartbeat(performance.now());
    this.at = clockOf(options.isMicroseconds);
    this.#isCombined = options.isCombined;
    this.#isMicroseconds = options.isMicroseconds;
  }

  get isCombined(): boolean {
    return this.#isCombined;
  }

  get form(): Form {
    return formOf(this.#isCombined, this.#isMicroseconds);
  }

  /** Receives all streams in the other form from now on. */
  setCombined(isCombined: boolean): void {
    for (const topic of this.streams.values()) topic?.remove(this.connection, this.form);
    this.#isCombined = isCombined;
    for (const topic of this.streams.values()) topic?.add(this.connection, this.form);
  }
}
