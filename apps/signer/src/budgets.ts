import { SigningRefused } from './signed.ts';

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
  readonly time: number;
}

const dayMs = 86_400_000;

/**
 * Counts what was signed within 24 hours and is asked for now. What adds nothing to what was signed before is never refused: it may be asked for again.
 * @throws SigningRefused
 */
export function checkBudgets(asked: Charge, before: readonly Charge[], { fee, gas }: Budgets): void {
  const recent = before.filter(({ time }) => time > asked.time - dayMs);
  const spent = new Spent(recent);
  const now = new Spent([...recent, asked]);
  const isOver = (read: (of: Spent) => bigint, most: bigint): boolean => read(now) > most && read(now) > read(spent);
  if (isOver((of) => of.fees(asked.isWithdrawal), fee.day)) throw new SigningRefused('more fees than a day may cost');
  if (asked.payers.some((key) => isOver((of) => of.feesOf(key), fee.address)))
    throw new SigningRefused('more fees than an address may pay in a day');
  if (!asked.gas) return;
  const { deposit } = asked.gas;
  if (isOver((of) => of.gas(), gas.day)) throw new SigningRefused('more gas than a day may be');
  if (isOver((of) => of.gas(deposit), gas.address))
    throw new SigningRefused('more gas than an address may get in a day');
}

class Spent {
  readonly #charges: readonly Charge[];

  constructor(charges: readonly Charge[]) {
    this.#charges = charges;
  }

  fees(isWithdrawal: boolean): bigint {
    return dearest(
      this.#charges.filter((one) => one.isWithdrawal === isWithdrawal),
      ({ fee }) => fee,
    );
  }

  feesOf(key: number): bigint {
    return dearest(
      this.#charges.filter(({ payers }) => payers.includes(key)),
      ({ fee }) => fee,
    );
  }

  gas(deposit?: number): bigint {
    return dearest(
      this.#charges.filter(({ gas }) => gas && (deposit === undefined || gas.deposit === deposit)),
      ({ gas }) => gas?.amount ?? 0n,
    );
  }
}

/** The sum over all slots of the most that one of each costs. */
function dearest(charges: readonly Charge[], costOf: (charge: Charge) => bigint): bigint {
  const bySlot = new Map<string, bigint>();
  for (const charge of charges) {
    const [cost, known] = [costOf(charge), bySlot.get(charge.slot) ?? 0n];
    bySlot.set(charge.slot, cost > known ? cost : known);
  }
  return [...bySlot.values()].reduce((sum, cost) => sum + cost, 0n);
}
