import { type Charge, Spending } from './budgets.ts';
import type { Purpose, Signed } from './signed.ts';

/** What was signed before on one chain: found by what it was for, and added up by the day, so that a long past costs nothing. */
export interface SignedBefore<One> {
  /** What was signed for one purpose and reference. */
  of(claim: Pick<Signed, 'purpose' | 'reference'>): readonly One[];
  /** What was signed within the 24 hours before a moment. */
  spent(now: number): Spending;
}

const dayMs = 86_400_000;

/** What was signed on one chain, in memory. */
export class SignedLog<One extends Signed> implements SignedBefore<One> {
  readonly #chargeOf: (one: One) => Charge;
  readonly #byClaim = new Map<string, One[]>();
  /** By time. A clock that was put back doesn't hide what was signed before that. */
  readonly #byTime: One[] = [];
  /** All from this place on is added up. */
  #from = 0;
  readonly #spent = new Spending();

  constructor(chargeOf: (one: One) => Charge) {
    this.#chargeOf = chargeOf;
  }

  of(claim: Pick<Signed, 'purpose' | 'reference'>): readonly One[] {
    return this.#byClaim.get(nameOf(claim)) ?? [];
  }

  spent(now: number): Spending {
    const from = this.#placeAfter(now - dayMs);
    for (const one of this.#byTime.slice(this.#from, from)) this.#spent.remove(this.#chargeOf(one));
    for (const one of this.#byTime.slice(from, this.#from)) this.#spent.add(this.#chargeOf(one));
    this.#from = from;
    return this.#spent;
  }

  add(one: One): void {
    const same = this.#byClaim.get(nameOf(one));
    if (same) same.push(one);
    else this.#byClaim.set(nameOf(one), [one]);
    const place = this.#placeAfter(one.time);
    if (place === this.#byTime.length) this.#byTime.push(one);
    else this.#byTime.splice(place, 0, one);
    if (place < this.#from) this.#from += 1;
    else this.#spent.add(this.#chargeOf(one));
  }

  /** Where what comes after a moment begins. */
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
