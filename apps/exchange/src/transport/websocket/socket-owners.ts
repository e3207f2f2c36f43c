import { type SharedUses, unshared } from '../../platform/processes/shared-uses.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
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
  /** Sockets at the machine's other processes. */
  elsewhere: number;
  readonly bucket: TokenBucket | null;
}

/** Counts sockets and their requests per customer, or per address before sign-in. */
export class SocketOwners {
  readonly #limits: SocketLimits;
  readonly #owners = new Map<string, Owner>();
  readonly #ownerOf = new Map<Connection, string>();
  readonly #tellOpen: ReturnType<SharedUses['shareOpen']>;
  readonly #tellPoints: ReturnType<SharedUses['share']>;

  /** @param onExcess closes a socket of an owner who has too many at this machine's processes together */
  constructor(
    limits: SocketLimits,
    uses: SharedUses = unshared,
    onExcess: (connection: Connection) => void = () => undefined,
  ) {
    this.#limits = limits;
    this.#tellOpen = uses.shareOpen('sockets', (key, count) => {
      const owner = this.#ownerAt(String(key));
      owner.elsewhere = Math.max(0, owner.elsewhere + count);
      if (count > 0) for (const excess of this.#excessOf(String(key), owner, uses.processes)) onExcess(excess);
    });
    this.#tellPoints = uses.share('socket points', (key, points) => {
      this.#ownerAt(String(key)).bucket?.take(points, performance.now());
    });
  }

  /**
   * Processes may have accepted too many sockets together before they heard of each other. Each keeps its share at least. Like a new socket, this
   * closes the oldest of an address, and refuses the newest of a customer.
   */
  #excessOf(key: string, { sockets, elsewhere }: Owner, processes: number): readonly Connection[] {
    const isAddress = key.startsWith(addressPrefix);
    const limit = isAddress ? this.#limits.perAddress : this.#limits.perCustomer;
    const excess = Math.min(sockets.size + elsewhere - limit, sockets.size - Math.ceil(limit / processes));
    if (limit === 0 || excess <= 0) return [];
    const all = [...sockets];
    return isAddress ? all.slice(0, excess) : all.slice(-excess);
  }

  /** Counts a new socket; returns the one to close in exchange: the oldest of this address without a customer. */
  open(connection: Connection): Connection | null {
    const { sockets, elsewhere } = this.#join(connection, addressKey(connection.ip));
    const { perAddress } = this.#limits;
    if (perAddress === 0 || sockets.size + elsewhere <= perAddress) return null;
    const [oldest = null] = sockets;
    return oldest;
  }

  /** Moves the socket to its customer, or to its address for null. Returns false and changes nothing if the customer has too many. */
  belong(connection: Connection, customer: number | null): boolean {
    const key = customer === null ? addressKey(connection.ip) : `customer ${customer}`;
    if (this.#ownerOf.get(connection) === key) return true;
    const { perCustomer } = this.#limits;
    if (customer !== null && perCustomer > 0 && this.#openOf(key) >= perCustomer) return false;
    this.leave(connection);
    this.#join(connection, key);
    return true;
  }

  leave(connection: Connection): void {
    const key = this.#ownerOf.get(connection) ?? '';
    this.#owners.get(key)?.sockets.delete(connection);
    if (this.#ownerOf.delete(connection)) this.#tellOpen?.(key, -1);
  }

  /** Charges a socket and its owner; returns the worse of their levels. */
  charge(connection: Connection, points: number): Level {
    const now = performance.now();
    const own = connection.budget.take(points, now);
    const all = this.#chargeOwner(connection, points, now);
    return own === 'exhausted' || all === 'exhausted' ? 'exhausted' : own === 'over' ? own : all;
  }

  /** Charges an owner for a socket that was closed for its excess. */
  chargeCut(connection: Connection): void {
    this.#chargeOwner(connection, cutPoints, performance.now());
  }

  #chargeOwner(connection: Connection, points: number, now: number): Level {
    const key = this.#ownerOf.get(connection) ?? '';
    const bucket = this.#owners.get(key)?.bucket;
    if (!bucket) return 'within';
    this.#tellPoints?.(key, points);
    return bucket.take(points, now);
  }

  /** Milliseconds until an address may open a socket again; 0 if it may now. */
  waitMs(ip: string): number {
    return this.#owners.get(addressKey(ip))?.bucket?.debtMs(performance.now()) ?? 0;
  }

  /** Removes owners without sockets and debt. */
  sweep(): void {
    const now = performance.now();
    for (const [key, { sockets, elsewhere, bucket }] of this.#owners) {
      if (sockets.size + elsewhere === 0 && (bucket?.isFull(now) ?? true)) this.#owners.delete(key);
    }
  }

  #join(connection: Connection, key: string): Owner {
    const owner = this.#ownerAt(key);
    owner.sockets.add(connection);
    this.#ownerOf.set(connection, key);
    this.#tellOpen?.(key, 1);
    return owner;
  }

  #openOf(key: string): number {
    const owner = this.#owners.get(key);
    return owner === undefined ? 0 : owner.sockets.size + owner.elsewhere;
  }

  #ownerAt(key: string): Owner {
    let owner = this.#owners.get(key);
    if (owner === undefined) {
      const { pointsPer10s } = this.#limits;
      const bucket = pointsPer10s === 0 ? null : new TokenBucket(pointsPer10s, refillMs, performance.now());
      this.#owners.set(key, (owner = { sockets: new Set(), elsewhere: 0, bucket }));
    }
    return owner;
  }
}

const addressPrefix = 'address ';

function addressKey(ip: string): string {
  return addressPrefix + networkOf(ip);
}
