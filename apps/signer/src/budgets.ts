import { type AmountLimit, SigningRefused } from './signing-record.ts';

/** 24-hour maximum in the native coin's smallest units: in total, and per deposit address. */
export interface DayBudget {
  readonly day: bigint;
  readonly address: bigint;
}

export interface Budgets {
  /** Transaction fees. `day` applies to withdrawals and, separately, to internal payments; `address` to the fees that one deposit address pays. */
  readonly fee: DayBudget;
  /** Gas sent to deposit addresses for their sweeps. */
  readonly gas: DayBudget;
}

/** Maximum cost of one signed transaction, decoded from its bytes. */
export interface BudgetUse {
  /** At most one transaction per slot can be included in a block, so only the most expensive counts. */
  readonly slot: string;
  readonly isWithdrawal: boolean;
  readonly fee: bigint;
  /** Deposit keys (branch 0) that pay the fee. */
  readonly payers: readonly number[];
  /** Gas sent to a deposit key; null for other payments. */
  readonly gas: { readonly deposit: number; readonly amount: bigint } | null;
  /** Amount and asset of each withdrawal that it pays; none for other payments. */
  readonly paid: readonly Paid[];
}

interface Paid {
  readonly money: string;
  /** Like {@link BudgetUse.slot}, for the amount only. */
  readonly slot: string;
  readonly amount: bigint;
}

/** The part of a transaction's cost that counts against one budget. */
interface BudgetItem {
  readonly of: string;
  readonly slot: string;
  readonly amount: bigint;
}

const feesOf = (isWithdrawal: boolean): string => (isWithdrawal ? 'fees of withdrawals' : 'fees of internal payments');
const feesOfKey = (key: number): string => `fees of ${key}`;
const allGas = 'gas';
const gasOfKey = (key: number): string => `gas of ${key}`;
const paidIn = (money: string): string => `paid in ${money}`;

function budgetItemsOf({ slot, isWithdrawal, fee, payers, gas, paid }: BudgetUse): BudgetItem[] {
  return [
    ...[feesOf(isWithdrawal), ...payers.map(feesOfKey)].map((of) => ({ of, slot, amount: fee })),
    ...(gas ? [allGas, gasOfKey(gas.deposit)].map((of) => ({ of, slot, amount: gas.amount })) : []),
    ...paid.map(({ money, slot: own, amount }) => ({ of: paidIn(money), slot: own, amount })),
  ];
}

/** Sum over slots of the largest amount in each slot, updated incrementally. */
class MaxPerSlotSum {
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

/** Budget use of all transactions signed within 24 hours. */
export class DailyUse {
  readonly #sums = new Map<string, MaxPerSlotSum>();

  add(charge: BudgetUse): void {
    for (const { of, slot, amount } of budgetItemsOf(charge)) {
      const sum = this.#sums.get(of) ?? new MaxPerSlotSum();
      this.#sums.set(of, sum);
      sum.add(slot, amount);
    }
  }

  /** Removes a transaction that is older than 24 hours. */
  remove(charge: BudgetUse): void {
    for (const { of, slot, amount } of budgetItemsOf(charge)) {
      const sum = this.#sums.get(of);
      sum?.remove(slot, amount);
      if (sum?.isEmpty) this.#sums.delete(of);
    }
  }

  /** Returns true if adding a transaction raises a sum above `most`; one that adds nothing is never over. */
  exceeds(charge: BudgetUse, of: string, most: bigint): boolean {
    const sum = this.#sums.get(of);
    let more = 0n;
    for (const { slot, amount } of budgetItemsOf(charge).filter((one) => one.of === of)) {
      const there = sum?.most(slot) ?? 0n;
      if (amount > there) more += amount - there;
    }
    return more > 0n && (sum?.sum ?? 0n) + more > most;
  }
}

/**
 * Checks fee and gas budgets of 24 hours. A request that adds nothing to what is already signed is never refused, so that it can be repeated.
 * @throws SigningRefused
 */
export function checkBudgets(asked: BudgetUse, spent: DailyUse, { fee, gas }: Budgets): void {
  if (spent.exceeds(asked, feesOf(asked.isWithdrawal), fee.day)) throw new SigningRefused('above the daily fee budget');
  if (asked.payers.some((key) => spent.exceeds(asked, feesOfKey(key), fee.address)))
    throw new SigningRefused('above the daily fee budget of a deposit address');
  if (!asked.gas) return;
  if (spent.exceeds(asked, allGas, gas.day)) throw new SigningRefused('above the daily gas budget');
  if (spent.exceeds(asked, gasOfKey(asked.gas.deposit), gas.address))
    throw new SigningRefused('above the daily gas budget of a deposit address');
}

/** Checks each withdrawal of a request, and names the one that is above a limit, so that the others of its batch can go on. @throws SigningRefused */
export function checkEachAmount(
  charge: BudgetUse,
  {
    spent,
    paid,
    limit,
  }: {
    readonly spent: DailyUse;
    readonly paid: readonly { readonly reference: number }[];
    readonly limit: AmountLimit | undefined;
  },
): void {
  for (const [index, { reference }] of paid.entries()) {
    try {
      checkAmountLimits({ ...charge, paid: charge.paid.slice(0, index + 1) }, spent, limit);
    } catch (error) {
      throw error instanceof SigningRefused ? new SigningRefused(error.message, { reference }) : error;
    }
  }
}

/**
 * Checks the last withdrawal of a request against the limit of one payment, and all of them against the daily limit of their asset.
 * @throws SigningRefused
 */
export function checkAmountLimits(asked: BudgetUse, spent: DailyUse, limit: AmountLimit | undefined): void {
  const paid = asked.paid.at(-1);
  if (!paid || !limit || paid.amount > limit.one) throw new SigningRefused('above the limit of one payment');
  if (spent.exceeds(asked, paidIn(paid.money), limit.day)) throw new SigningRefused('above the daily limit');
}
