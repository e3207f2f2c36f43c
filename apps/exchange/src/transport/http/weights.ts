import { KeyedSemaphore } from './keyed-semaphore.ts';
import { type SharedUses, unshared } from '../../platform/processes/shared-uses.ts';
import { networkOf } from './network-of.ts';

/** The budget after a call was charged, or the wait until it can be. */
export interface Paid {
  /** 0 if the call was charged. */
  readonly waitMs: number;
  readonly left: number;
  /** Milliseconds until the budget is full again. */
  readonly fullInMs: number;
}

interface Budget {
  used: number;
  /** By the monotonic clock. */
  atMs: number;
}

const windowMs = 10_000;
/** Keys remembered at a time; the oldest are evicted. */
const maxKeys = 50_000;
/** Customers who may share an address. */
const customersOfAddress = 3;

type Share = (note: (key: string | number, weight: number) => void) => ReturnType<SharedUses['share']>;

/** Budgets by key: a weight per ten seconds each, refilled evenly. */
export class Budgets {
  readonly max: number;
  readonly #budgets = new Map<string | number, Budget>();
  readonly #now: () => number;
  readonly #tell: ((key: string | number, weight: number) => void) | null;

  /** @param share connects it with the same budgets of the machine's other processes */
  constructor(max: number, now: () => number = () => performance.now(), share: Share = () => null) {
    this.max = max;
    this.#now = now;
    this.#tell = share((key, weight) => this.#note(key, weight));
  }

  /** Takes the weight if enough is left. */
  pay(key: string | number, weight: number): Paid {
    const budget = this.#refilled(key);
    const excess = budget.used + weight - this.max;
    if (excess <= 0) {
      budget.used += weight;
      if (weight > 0) this.#tell?.(key, weight);
    }
    return {
      waitMs: excess > 0 ? this.#msFor(excess) : 0,
      left: Math.floor(this.max - budget.used),
      fullInMs: this.#msFor(budget.used),
    };
  }

  /** Adds what another process charged. Processes that charge at the same moment may together take more than there is. */
  #note(key: string | number, weight: number): void {
    const budget = this.#refilled(key);
    budget.used = Math.min(2 * this.max, budget.used + weight);
  }

  #refilled(key: string | number): Budget {
    const budget = this.#open(key);
    const atMs = this.#now();
    budget.used = Math.max(0, budget.used - ((atMs - budget.atMs) * this.max) / windowMs);
    budget.atMs = atMs;
    return budget;
  }

  #msFor(weight: number): number {
    return (weight * windowMs) / this.max;
  }

  #open(key: string | number): Budget {
    const known = this.#budgets.get(key);
    if (known !== undefined) return known;
    const budget = { used: 0, atMs: this.#now() };
    this.#budgets.set(key, budget);
    if (this.#budgets.size > maxKeys) {
      for (const oldest of this.#budgets.keys()) {
        this.#budgets.delete(oldest);
        break;
      }
    }
    return budget;
  }
}

/** Limits callers by weight, and the number of heavy calls each runs at a time. The processes of a machine count together: this protects the machine. */
export interface Weights {
  payOfAddress(ip: string, weight: number): Paid;
  payOfCustomer(customer: number, weight: number): Paid;
  /** Charges an API key, beside its customer; null if keys have no limit of their own. */
  payOfKey(key: string, weight: number): Paid | null;
  /** Runs a heavy call once the caller has few others running. @throws Refusal 429 if too many are waiting, or the wait is too long */
  inTurn<T>(caller: number | string, work: () => Promise<T>): Promise<T>;
}

/** What a token or key that is unknown costs its address, beside the call: it is looked up in the database. A wrong signature costs as much. */
export const unknownCallerWeight = 10;

/** Calls of this weight or more wait for each other. */
export const heavyFrom = 10;

const heavyLimits = { maxRunning: 2, maxWaiting: 8, maxWaitMs: 3_000 };

/**
 * Budgets of `weightPer10s` for each customer and three times that for each address; null if it is 0.
 * @param keyWeightPer10s budget of each API key; 0: its customer's alone
 * @param uses what the machine's other processes charge
 */
export function createWeights(weightPer10s: number, keyWeightPer10s = 0, uses: SharedUses = unshared): Weights | null {
  if (weightPer10s === 0) return null;
  const budgets = (of: string, max: number): Budgets =>
    new Budgets(max, undefined, (note) => uses.share(`weight of ${of}`, note));
  const customers = budgets('customers', weightPer10s);
  const addresses = budgets('addresses', weightPer10s * customersOfAddress);
  const keys = keyWeightPer10s === 0 ? null : budgets('keys', keyWeightPer10s);
  // Where processes share a machine, a caller's turns are shared out among them.
  const maxRunning = Math.max(1, Math.floor(heavyLimits.maxRunning / uses.processes));
  const turns = new KeyedSemaphore({ ...heavyLimits, maxRunning });
  return {
    payOfAddress: (ip, weight) => addresses.pay(networkOf(ip), weight),
    payOfCustomer: (customer, weight) => customers.pay(customer, weight),
    payOfKey: (key, weight) => keys?.pay(key, weight) ?? null,
    inTurn: (caller, work) => turns.run(caller, work),
  };
}
