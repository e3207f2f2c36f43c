import { clockOf, type Clock } from '../clock.ts';
import type { Connection } from '../../transport/websocket/connection.ts';
import { textFrame } from '../../transport/websocket/text-frame.ts';

/** How readers receive a stream: raw or combined, with times in milliseconds or microseconds. */
export type Form = 0 | 1 | 2 | 3;

export function formOf(isCombined: boolean, isMicroseconds: boolean): Form {
  if (isMicroseconds) return isCombined ? 3 : 2;
  return isCombined ? 1 : 0;
}

/** One stream's readers, by form. Each event is encoded once per form that has a reader. */
export class Topic {
  readonly name: string;
  readonly #readers: readonly [Set<Connection>, Set<Connection>, Set<Connection>, Set<Connection>] = [
    new Set(),
    new Set(),
    new Set(),
    new Set(),
  ];

  constructor(name: string) {
    this.name = name;
  }

  get size(): number {
    return this.#readers.reduce((sum, { size }) => sum + size, 0);
  }

  add(connection: Connection, form: Form): void {
    this.#readers[form].add(connection);
  }

  remove(connection: Connection, form: Form): void {
    this.#readers[form].delete(connection);
  }

  /** Sends an event to all readers. A reader that is too slow is closed, as its copy would have a hole. */
  publish(make: (at: Clock) => unknown): void {
    this.#publish(0, clockOf(false), make);
    this.#publish(2, clockOf(true), make);
  }

  /** Closes all readers, whose events are incomplete. */
  close(code: number, reason: string): void {
    for (const readers of this.#readers) for (const reader of readers) reader.close(code, reason);
  }

  #publish(raw: 0 | 2, at: Clock, make: (at: Clock) => unknown): void {
    const plain = this.#readers[raw];
    const combined = this.#readers[raw === 0 ? 1 : 3];
    if (plain.size === 0 && combined.size === 0) return;
    const text = JSON.stringify(make(at));
    send(plain, () => text);
    send(combined, () => `{"stream":${JSON.stringify(this.name)},"data":${text}}`);
  }
}

function send(readers: ReadonlySet<Connection>, text: () => string): void {
  if (readers.size === 0) return;
  const frame = textFrame(text());
  for (const reader of readers) reader.send(frame);
}
