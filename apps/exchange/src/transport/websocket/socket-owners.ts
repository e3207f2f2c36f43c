import { networkOf } from '../http/network-of.ts';
import type { Connection } from './connection.ts';
import { TokenBucket, type Level } from './token-bucket.ts';

export interface SocketLimits {
  /** Sockets of one address without a customer, IPv6 by its /64; 0: any number. */
  readonly perAddress: number;
  /** Sockets of one customer; 0: any number. */
  readonly perCustomer: number;
  /** What all sockets of an address, or of a customer, may ask for in ten seconds; 0: any amount. */
  readonly pointsPer10s: number;
}

const refillMs = 10_000;
/** What a socket that was cut off for its excess costs its owner: opening another doesn't bring a new budget. */
const cutPoints = 200;

/** An address without a customer, or a customer: the sockets it has open, oldest first, and what they may ask for together. */
interface Owner {
  readonly sockets: Set<Connection>;
  readonly bucket: TokenBucket | null;
}

/** Counts sockets and what they ask for by the customer they belong to, and by address as long as they belong to nobody. */
export class SocketOwners {
  readonly #limits: SocketLimits;
  readonly #owners = new Map<string, Owner>();
  readonly #ownerOf = new Map<Connection, string>();

  constructor(limits: SocketLimits) {
    this.#limits = limits;
  }

  /** Counts a new socket; gives the socket that has to go for it: the oldest of this address without a customer. */
  open(connection: Connection): Connection | null {
    const { sockets } = this.#join(connection, addressKey(connection.ip));
    const { perAddress } = this.#limits;
    if (perAddress === 0 || sockets.size <= perAddress) return null;
    const [oldest = null] = sockets;
    return oldest;
  }

  /** Counts the socket with its customer from here on, or with its address for null. False, and nothing changes, where the customer has too many. */
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

  /** Charges a socket and its owner; tells the worse of their levels. */
  charge(connection: Connection, points: number): Level {
    const now = performance.now();
    const own = connection.budget.take(points, now);
    const bucket = this.#owners.get(this.#ownerOf.get(connection) ?? '')?.bucket;
    const all = bucket?.take(points, now) ?? 'within';
    return own === 'exhausted' || all === 'exhausted' ? 'exhausted' : own === 'over' ? own : all;
  }

  /** Charges an owner for a socket that was cut off. */
  chargeCut(connection: Connection): void {
    this.#owners.get(this.#ownerOf.get(connection) ?? '')?.bucket?.take(cutPoints, performance.now());
  }

  /** Milliseconds until an address may open a socket again; 0 where it may. */
  waitMs(ip: string): number {
    return this.#owners.get(addressKey(ip))?.bucket?.debtMs(performance.now()) ?? 0;
  }

  /** Forgets those who have no socket and owe nothing. */
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
