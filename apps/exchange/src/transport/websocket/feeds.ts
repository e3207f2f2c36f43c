import type { Connection } from './connection.ts';

/** Public channels: a snapshot first, then the changes of each beat. */
export interface PublicFeed {
  has(channel: string): boolean;
  /** Sends a channel's snapshot; returns its size in bytes. */
  sendWhole(connection: Connection, channel: string): number;
  /** Sends the changes since the last beat. */
  beat(): void;
  /** Calls `listener` whenever there is a change to send to a reader. */
  onNews(listener: () => void): void;
  /** Discards cached snapshots that may lack something. */
  forgetWholes(): void;
}

/** Channels of one customer. */
export interface PrivateFeed {
  join(customer: number, connection: Connection): void;
  leave(customer: number, connection: Connection): void;
}

/** Handles calls that arrive over a socket. */
export interface CallEntry {
  /** Takes a message if it is such a call; returns false for any other. */
  take(message: unknown, connection: Connection): boolean;
  cancelAll(customer: number): Promise<unknown>;
}
