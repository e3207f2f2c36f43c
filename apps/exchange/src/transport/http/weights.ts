import { Budgets, type Paid } from '../../platform/limits/budgets.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import { Semaphore } from '../../platform/limits/semaphore.ts';
import { type SharedUses, unshared } from '../../platform/processes/shared-uses.ts';
import { tooOften } from '../../refusals/refuse.ts';

/** Customers who may share an address. */
const customersOfAddress = 3;

/** Limits callers by weight, and the number of heavy calls each runs at a time. The processes of a machine count together: this protects the machine. */
export interface Weights {
  payOfAddress(ip: string, weight: number): Paid;
  payOfCustomer(customer: number, weight: number): Paid;
  /** Charges an API key, beside its customer; null if keys have no limit of their own. */
  payOfKey(key: string, weight: number): Paid | null;
  /** Runs a heavy call once the caller has few others running. @throws Refusal `tooManyRequests` if too many are waiting, or the wait is too long */
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
    new Budgets(max, { share: (note) => uses.share(`weight of ${of}`, note) });
  const customers = budgets('customers', weightPer10s);
  const addresses = budgets('addresses', weightPer10s * customersOfAddress);
  const keys = keyWeightPer10s === 0 ? null : budgets('keys', keyWeightPer10s);
  // Where processes share a machine, a caller's turns are shared out among them.
  const maxRunning = Math.max(1, Math.floor(heavyLimits.maxRunning / uses.processes));
  const refuse = () => tooOften(heavyLimits.maxWaitMs);
  const semaphore = new Semaphore({ ...heavyLimits, maxRunning, refuse });
  return {
    payOfAddress: (ip, weight) => addresses.pay(networkOf(ip), weight),
    payOfCustomer: (customer, weight) => customers.pay(customer, weight),
    payOfKey: (key, weight) => keys?.pay(key, weight) ?? null,
    inTurn: (caller, work) => semaphore.run(caller, work),
  };
}
