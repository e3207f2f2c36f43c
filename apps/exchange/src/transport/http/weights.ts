import { normalizeIP } from '@fastify/rate-limit';
import { KeyedSemaphore } from './keyed-semaphore.ts';

/** What is left of a budget after a call was paid for, or how long the caller has to wait before it can be. */
export interface Paid {
  /** 0 where it is paid for. */
  readonly waitMs: number;
  readonly left: number;
  /** Until the whole budget is there again. */
  readonly fullInMs: number;
}

interface Budget {
  used: number;
  /** By the clock that never goes back. */
  atMs: number;
}

const windowMs = 10_000;
/** Keys that are remembered at a time; those that were opened first make room. */
const keysMax = 50_000;
/** Bits of an IPv6 address that say whose it is: one customer has 2^64 addresses below them. */
const ipv6Prefix = 64;
/** Several customers may share an address. */
const customersOfAddress = 3;

/** Budgets by key: so much weight in ten seconds each, which comes back evenly. */
export class Budgets {
  readonly max: number;
  readonly #budgets = new Map<string | number, Budget>();
  readonly #now: () => number;

  constructor(max: number, now: () => number = () => performance.now()) {
    this.max = max;
    this.#now = now;
  }

  /** Takes the weight, where there is as much left. */
  pay(key: string | number, weight: number): Paid {
    const budget = this.#open(key);
    const atMs = this.#now();
    budget.used = Math.max(0, budget.used - ((atMs - budget.atMs) * this.max) / windowMs);
    budget.atMs = atMs;
    const excess = budget.used + weight - this.max;
    if (excess <= 0) budget.used += weight;
    return {
      waitMs: excess > 0 ? this.#msFor(excess) : 0,
      left: Math.floor(this.max - budget.used),
      fullInMs: this.#msFor(budget.used),
    };
  }

  #msFor(weight: number): number {
    return (weight * windowMs) / this.max;
  }

  #open(key: string | number): Budget {
    const known = this.#budgets.get(key);
    if (known !== undefined) return known;
    const budget = { used: 0, atMs: this.#now() };
    this.#budgets.set(key, budget);
    if (this.#budgets.size > keysMax) {
      for (const oldest of this.#budgets.keys()) {
        this.#budgets.delete(oldest);
        break;
      }
    }
    return budget;
  }
}

/** What callers may ask for by weight, and how many heavy calls of one run at a time. Each process counts for itself: this guards the machine. */
export interface Weights {
  payOfAddress(ip: string, weight: number): Paid;
  payOfCustomer(customer: number, weight: number): Paid;
  /** Runs a heavy call once the caller has no more than a few others running. @throws Refusal 429 where too many wait already, or the wait is too long */
  inTurn<T>(caller: number | string, work: () => Promise<T>): Promise<T>;
  /** The name that an address is counted by. */
  addressOf(ip: string): string;
}

/** Calls that weigh as much wait for each other. */
export const heavyFrom = 10;

const heavyLimits = { atOnceMax: 2, waitingMax: 8, waitMsMax: 3_000 };

function addressOf(ip: string): string {
  return ip.includes(':') ? normalizeIP(ip, ipv6Prefix) : ip;
}

/** Budgets of `weightPer10s` for each customer and thrice as much for each address; null where it is 0. */
export function createWeights(weightPer10s: number): Weights | null {
  if (weightPer10s === 0) return null;
  const customers = new Budgets(weightPer10s);
  const addresses = new Budgets(weightPer10s * customersOfAddress);
  const turns = new KeyedSemaphore(heavyLimits);
  return {
    payOfAddress: (ip, weight) => addresses.pay(addressOf(ip), weight),
    payOfCustomer: (customer, weight) => customers.pay(customer, weight),
    inTurn: (caller, work) => turns.run(caller, work),
    addressOf,
  };
}
