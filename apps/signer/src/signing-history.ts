import { type BudgetUse, DailyUse } from './budgets.ts';
import type { Purpose, SigningRecord } from './signing-record.ts';

/** Transactions signed on one chain. Lookups are indexed and daily sums incremental, so cost does not grow with the log. */
export interface SigningHistory<One> {
  /** Returns the transactions signed for one purpose and reference. */
  of(claim: Pick<SigningRecord, 'purpose' | 'reference'>): readonly One[];
  /** Returns the budget use of the 24 hours before `now`. */
  spent(now: number): DailyUse;
}

const dayMs = 86_400_000;

/** In-memory index of the signing log for one chain. */
export class IndexedHistory<One extends SigningRecord> implements SigningHistory<One> {
  readonly #budgetUseOf: (one: One) => BudgetUse;
  readonly #byClaim = new Map<string, One[]>();
  /** Sorted by time, so a clock set back does not hide earlier transactions. */
  readonly #byTime: One[] = [];
  /** Index of the first transaction included in the sums. */
  #from = 0;
  readonly #spent = new DailyUse();

  constructor(budgetUseOf: (one: One) => BudgetUse) {
    this.#budgetUseOf = budgetUseOf;
  }

  of(claim: Pick<SigningRecord, 'purpose' | 'reference'>): readonly One[] {
    return this.#byClaim.get(nameOf(claim)) ?? [];
  }

  spent(now: number): DailyUse {
    const from = this.#placeAfter(now - dayMs);
    for (const one of this.#byTime.slice(this.#from, from)) this.#spent.remove(this.#budgetUseOf(one));
    for (const one of this.#byTime.slice(from, this.#from)) this.#spent.add(this.#budgetUseOf(one));
    this.#from = from;
    return this.#spent;
  }

  add(one: One): void {
    this.#index(one, one);
    for (const { reference } of one.further ?? []) this.#index({ purpose: one.purpose, reference }, one);
    const place = this.#placeAfter(one.time);
    if (place === this.#byTime.length) this.#byTime.push(one);
    else this.#byTime.splice(place, 0, one);
    if (place < this.#from) this.#from += 1;
    else this.#spent.add(this.#budgetUseOf(one));
  }

  /** Lists a transaction under a purpose and reference. */
  #index(claim: Pick<SigningRecord, 'purpose' | 'reference'>, one: One): void {
    const same = this.#byClaim.get(nameOf(claim));
    if (same) same.push(one);
    else this.#byClaim.set(nameOf(claim), [one]);
  }

  /** Returns the index of the first transaction after `time`. */
  #placeAfter(time: number): number {
    let [from, to] = [0, this.#byTime.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#byTime[middle]?.time ?? Infinity) > time) to = middle;
      else from = middle + 1;
    }
    return from;
  }
}

function nameOf({ purpose, reference }: { readonly purpose: Purpose; readonly reference: number }): string {
  return `${purpose} ${reference}`;
}
