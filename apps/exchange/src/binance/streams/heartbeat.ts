import type { Connection } from '../../transport/websocket/connection.ts';

/** Intervals of Binance's documentation. */
const pingEveryMs = 20_000;
const goneAfterMs = 60_000;
const lifetimeMs = 24 * 3_600_000;
/** Close codes: going away, policy violation. */
const [goingAway, policyViolation] = [1001, 1008];

/** Pings one socket, and ends it without pongs or after a day. */
export class Heartbeat {
  readonly #begunAt: number;
  #pingedAt: number;
  #pongedAt: number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: number) {
    this.#begunAt = now;
    this.#pingedAt = now;
    this.#pongedAt = now;
  }

  pong(now: number): void {
    this.#pongedAt = now;
  }

  /** Call it every few seconds. */
  watch(connection: Pick<Connection, 'ping' | 'close' | 'cut'>, now: number): void {
    if (now - this.#begunAt >= lifetimeMs) return connection.close(goingAway, 'the connection is 24 hours old');
    if (now - this.#pongedAt >= goneAfterMs) return connection.cut(policyViolation, 'no pong');
    if (now - this.#pingedAt < pingEveryMs) return;
    this.#pingedAt = now;
    connection.ping();
  }
}
