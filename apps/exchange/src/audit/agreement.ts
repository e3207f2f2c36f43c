import { ok as assert } from 'node:assert/strict';

interface Agreed {
  readonly act: string;
  readonly target: string;
  /** Names of the operator who proposed it, and of the other one who agreed. */
  readonly first: string;
  readonly second: string;
}

/**
 * Two operators who agreed to one act about one target. Approvals alone make one (`test/tidy/agreements.test.ts`): a service that demands an agreement
 * can't be called with one operator's name, by any door.
 */
export class Agreement {
  readonly #agreed: Agreed;

  private constructor(agreed: Agreed) {
    this.#agreed = agreed;
  }

  static reach(agreed: Agreed): Agreement {
    assert(agreed.first !== agreed.second, 'nobody agrees to their own proposal');
    return new Agreement(agreed);
  }

  get first(): string {
    return this.#agreed.first;
  }

  get second(): string {
    return this.#agreed.second;
  }

  /** An agreement about one thing is none about another. */
  requireAbout(act: string, target: string): void {
    const { act: agreedAct, target: agreedTarget } = this.#agreed;
    assert(
      agreedAct === act && agreedTarget === target,
      `agreed to ${agreedAct} of ${agreedTarget}, not to ${act} of ${target}`,
    );
  }
}
