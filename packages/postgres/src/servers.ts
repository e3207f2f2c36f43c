import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * The servers of a connection string. Libpq's form lists several, of which one is the primary:
 * `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`.
 */

/** What this process knows of the servers that one connection string lists. */
export interface Servers {
  /** The connection string of each server. */
  readonly urls: readonly string[];
  /** Index of the server that the next connection tries. */
  current: number;
  /** The newest timeline that this process has seen: PostgreSQL counts it up with each promotion. 0 before the first connection. */
  epoch: number;
  /** Connections of this thread, open or being opened. */
  readonly clients: Set<HeldClient>;
  /** Indexes of the servers that are being watched. */
  readonly watched: Set<number>;
}

/** A connection to one of the servers. */
export interface HeldClient {
  /** Of its server. */
  readonly index: number;
  /** Ends it at once; statements that wait for an answer fail. */
  drop(): void;
}

const known = new Map<string, Servers>();

/** The state of a connection string in this process. */
export function serversOf(url: string): Servers {
  const existing = known.get(url);
  if (existing !== undefined) return existing;
  const servers: Servers = { urls: serverUrls(url), current: 0, epoch: 0, clients: new Set(), watched: new Set() };
  known.set(url, servers);
  return servers;
}

/** The newest timeline that this process has seen at these servers; 0 before the first connection. */
export function epochOf(url: string): number {
  return serversOf(url).epoch;
}

/** Refuses servers with an older timeline from now on: another was promoted after them. */
export function refuseBelow(url: string, epoch: number): void {
  const servers = serversOf(url);
  servers.epoch = Math.max(servers.epoch, epoch);
}

/** The client's types don't have it. */
const connectionOf = (client: pg.Client) =>
  (client as unknown as { readonly connection: EventEmitter & { readonly stream: Socket } }).connection;

/** Ends a connection at once. */
export function cut(client: pg.Client): void {
  connectionOf(client).stream.destroy();
}

/** Ends a connection, so that the statement under way fails with this error, whatever the server has answered. */
export function refuseAnswer(client: pg.Client, error: Error): void {
  const connection = connectionOf(client);
  // The answer may have arrived together with what makes it void.
  connection.removeAllListeners('readyForQuery');
  connection.stream.destroy(error);
}

/** A server was promoted: all others are stale, and one that hangs would keep its clients waiting. */
export function promote(servers: Servers, index: number, epoch: number): void {
  servers.epoch = epoch;
  servers.current = index;
  for (const client of servers.clients) {
    if (client.index !== index) client.drop();
  }
}

/** Scheme and account; hosts; the rest. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/;

/** The connection string of each server that this one lists. */
export function serverUrls(url: string): string[] {
  const [, account = '', hosts = '', rest = ''] = parts.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${account}${host}${rest}`);
}
