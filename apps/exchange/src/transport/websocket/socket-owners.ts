import { networkOf } from '../http/network-of.ts';
import type { Connection } from './connection.ts';
import { TokenBucket, type Level } from './token-bucket.ts';

export interface SocketLimits {
  /** Sockets per address without a customer (IPv6: per /64); 0: unlimited. */
  readonly perAddress: number;
  /** Sockets per customer; 0: unlimited. */
  readonly perCustomer: number;
  /** Budget of all sockets of an address, or of a customer, in ten seconds; 0: unlimited. */
  readonly pointsPer10s: number;
}

const refillMs = 10_000;
/** The charge to its owner for a socket closed for its excess, so that opening another does not bring a new budget. */
const cutPoints = 200;

/** A customer, or an address without one: its open sockets, oldest first, and their shared budget. */
interface Owner {
  readonly sockets: Set<Connection>;
  readonly bucket: TokenBucket | null;
}

/** Counts sockets and their requests per customer, or per address before sign-in. */
export class SocketOwners {
  readonly #limits: SocketLimits;
  readonly #owners = new Map<string, Owner>();
  readonly #ownerOf = new Map<Connection, string>();

  constructor(limits: SocketLimits) {
    this.#limits = limits;
  }

  /** Counts a new socket; returns the one to close in exchange: the oldest of this address without a customer. */
  open(connection: Connection): Connection | null {
    const { sockets } = this.#join(connection, addressKey(connection.ip));
    const { perAddress } = this.#limits;
    if (perAddress === 0 || sockets.size <= perAddress) return null;
    const [oldest = null] = sockets;
    return oldest;
  }

  /** Moves the socket to its customer, or to its address for null. Returns false and changes nothing if the customer has too many. */
  belong(connection: Connection, customer: number | null): boolean {
    const key = customer === null ? addressKey(connection.ip) : `customer ${customer}`;
    if (this.#ownerOf.get(connection) === key) return true;
    const { perCustomer } = this.#limits;
    if (customer !== null && perCustomer > 0 && (this.#owners.get(key)?.sockets.size ?? 0) >= perCustomer) return false;
    this.leave(connection);
    this.#join(connection, key);
    return true;
  }

  leave(connection: Connection): void {
    this.#owners.get(this.#ownerOf.get(connection) ?? '')?.sockets.delete(connection);
    this.#ownerOf.delete(connection);
  }

  /** Charges a socket and its owner; returns the worse of their levels. */
  charge(connection: Connection, points: number): Level {
    const now = performance.now();
    const own = connection.budget.take(points, now);
    const bucket = this.#owners.get(this.#ownerOf.get(connection) ?? '')?.bucket;
    const all = bucket?.take(points, now) ?? 'within';
    return own === 'exhausted' || all === 'exhausted' ? 'exhausted' : own === 'over' ? own : all;
  }

  /** Charges an owner for a socket that was closed for its excess. */
  chargeCut(connection: Connection): void {
    this.#owners.get(this.#ownerOf.get(connection) ?? '')?.bucket?.take(cutPoints, performance.now());
  }

  /** Milliseconds until an address may open a socket again; 0 if it may now. */
  waitMs(ip: string): number {
    return this.#owners.get(addressKey(ip))?.bucket?.debtMs(performance.now()) ?? 0;
  }

  /** Removes owners without sockets and debt. */
  sweep(): void {
    const now = performance.now();
    for (const [key, { sockets, bucket }] of this.#owners) {
      if (sockets.size === 0 && (bucket?.isFull(now) ?? true)) this.#owners.delete(key);
    }
  }

  #join(connection: Connection, key: string): Owner {
    let owner = this.#owners.get(key);
    if (owner === undefined) {
      const { pointsPer10s } = this.#limits;
      const bucket = pointsPer10s === 0 ? null : new TokenBucket(pointsPer10s, refillMs, performance.now());
      this.#owners.set(key, (owner = { sockets: new Set(), bucket }));
    }
    owner.sockets.add(connection);
    this.#ownerOf.set(connection, key);
    return owner;
  }
}

function addressKey(ip: string): string {
  return `address ${networkOf(ip)}`;
}
