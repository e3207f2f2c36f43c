import { type AmountLimit, SigningRefused } from './signed.ts';

/** The most within 24 hours, in smallest units of the chain's own coin: of all together, and of one deposit address. */
export interface DayBudget {
  readonly day: bigint;
  readonly address: bigint;
}

export interface Budgets {
  /** What chains may take for transactions: `day` once for withdrawals, and once more for the house's own payments. An address is charged for what it pays itself. */
  readonly fee: DayBudget;
  /** What may be sent to deposit addresses for the gas of their sweeps. */
  readonly gas: DayBudget;
}

/** What one signature may cost, as the bytes that were signed say. */
export interface Charge {
  /** Of those that share a slot one at most can land, so the dearest counts. */
  readonly slot: string;
  readonly isWithdrawal: boolean;
  readonly fee: bigint;
  /** The deposit keys, on branch 0, whose coins pay it. */
  readonly payers: readonly number[];
  /** Gas for the sweep of a deposit key; null where it is another payment. */
  readonly gas: { readonly deposit: number; readonly amount: bigint } | null;
  /** What a withdrawal pays, of which money; null where it is another payment. */
  readonly paid: Paid | null;
}

interface Paid {
  readonly money: string;
  /** As a charge's, for the amount alone. */
  readonly slot: string;
  readonly amount: bigint;
}

/** A part of a charge, by what it counts against. */
interface Cost {
  readonly of: string;
  readonly slot: string;
  readonly amount: bigint;
}

const feesOf = (isWithdrawal: boolean): string => (isWithdrawal ? 'fees of withdrawals' : 'fees of the house');
const feesOfKey = (key: number): string => `fees of ${key}`;
const allGas = 'gas';
const gasOfKey = (key: number): string => `gas of ${key}`;
const paidIn = (money: string): string => `paid in ${money}`;

function costsOf({ slot, isWithdrawal, fee, payers, gas, paid }: Charge): Cost[] {
  return [
    ...[feesOf(isWithdrawal), ...payers.map(feesOfKey)].map((of) => ({ of, slot, amount: fee })),
    ...(gas ? [allGas, gasOfKey(gas.deposit)].map((of) => ({ of, slot, amount: gas.amount })) : []),
    ...(paid ? [{ of: paidIn(paid.money), slot: paid.slot, amount: paid.amount }] : []),
  ];
}

/** The sum over slots of the most that one of each costs, kept as charges come and go. */
class Dearest {
  readonly #amounts = new Map<string, bigint[]>();
  sum = 0n;

  get isEmpty(): boolean {
    return this.#amounts.size === 0;
  }

  most(slot: string): bigint {
    return (this.#amounts.get(slot) ?? []).reduce((most, amount) => (amount > most ? amount : most), 0n);
  }

  add(slot: string, amount: bigint): void {
    this.sum -= this.most(slot);
    this.#amounts.set(slot, [...(this.#amounts.get(slot) ?? []), amount]);
    this.sum += this.most(slot);
  }

  remove(slot: string, amount: bigint): void {
    this.sum -= this.most(slot);
    const left = [...(this.#amounts.get(slot) ?? [])];
    left.splice(left.indexOf(amount), 1);
    if (left.length > 0) this.#amounts.set(slot, left);
    else this.#amounts.delete(slot);
    this.sum += this.most(slot);
  }
}

/** What was signed within a day, added up. */
export class Spending {
  readonly #sums = new Map<string, Dearest>();

  add(charge: Charge): void {
    for (const { of, slot, amount } of costsOf(charge)) {
      const sum = this.#sums.get(of) ?? new Dearest();
      this.#sums.set(of, sum);
      sum.add(slot, amount);
    }
  }

  /** One that was added, and is older than a day by now. */
  remove(charge: Charge): void {
    for (const { of, slot, amount } of costsOf(charge)) {
      const sum = this.#sums.get(of);
      sum?.remove(slot, amount);
      if (sum?.isEmpty) this.#sums.delete(of);
    }
  }

  /** Whether a sum is more than `most` with a charge; what adds nothing to it is never too much. */
  isOver(charge: Charge, of: string, most: bigint): boolean {
    const cost = costsOf(charge).find((one) => one.of === of);
    const sum = this.#sums.get(of);
    if (!cost) return false;
    const there = sum?.most(cost.slot) ?? 0n;
    const more = cost.amount > there ? cost.amount - there : 0n;
    return more > 0n && (sum?.sum ?? 0n) + more > most;
  }
}

/**
 * Compares what is asked for now and what was signed in the day before with the budgets. What adds nothing to what was signed before is never refused: it may be asked for again.
 * @throws SigningRefused
 */
export function checkBudgets(asked: Charge, spent: Spending, { fee, gas }: Budgets): void {
  if (spent.isOver(asked, feesOf(asked.isWithdrawal), fee.day))
    throw new SigningRefused('more fees than a day may cost');
  if (asked.payers.some((key) => spent.isOver(asked, feesOfKey(key), fee.address)))
    throw new SigningRefused('more fees than an address may pay in a day');
  if (!asked.gas) return;
  if (spent.isOver(asked, allGas, gas.day)) throw new SigningRefused('more gas than a day may be');
  if (spent.isOver(asked, gasOfKey(asked.gas.deposit), gas.address))
    throw new SigningRefused('more gas than an address may get in a day');
}

/**
 * Compares a withdrawal with the most of one and of all of its money within a day.
 * @throws SigningRefused
 */
export function checkDay(asked: Charge, spent: Spending, limit: AmountLimit | undefined): void {
  const { paid } = asked;
  if (!paid || !limit || paid.amount > limit.one) throw new SigningRefused('more than one payment may be');
  if (spent.isOver(asked, paidIn(paid.money), limit.day)) throw new SigningRefused('more than a day may be');
}
