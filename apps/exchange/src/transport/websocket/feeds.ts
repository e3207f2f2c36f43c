import type { Connection } from './connection.ts';

/** Public channels: whole at first, and with each beat what changed. */
export interface PublicFeed {
  has(channel: string): boolean;
  /** Sends how a channel is now; answers how many bytes that took. */
  sendWhole(connection: Connection, channel: string): number;
  /** Sends what has changed since the beat before. */
  beat(): void;
  /** Makes every snapshot again, as those that are kept may lack something. */
  forgetWholes(): void;
}

/** Channels of one customer each. */
export interface PrivateFeed {
  join(customer: number, connection: Connection): void;
  leave(customer: number, connection: Connection): void;
}

/** Calls that come by socket. */
export interface CallEntry {
  /** Takes a message that is such a call; answers false for any other. */
  take(message: unknown, connection: Connection): boolean;
  cancelAll(customer: number): Promise<unknown>;
}
