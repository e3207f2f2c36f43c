import { ok as assert } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Act, ActInput } from '@fft/console-contract';

interface Agreed<A extends Act> {
  readonly act: A;
  readonly target: string;
  /** What both operators read. */
  readonly input: ActInput<A>;
  /** Names of the operator who proposed it, and of the other one who agreed. */
  readonly first: string;
  readonly second: string;
}

/**
 * Two operators who agreed to one act about one target, with one input. Approvals alone make one (`test/tidy/agreements.test.ts`): a service that demands
 * an agreement can't be called with one operator's name, by any door.
 */
export class Agreement {
  readonly #agreed: Agreed<Act>;

  private constructor(agreed: Agreed<Act>) {
    this.#agreed = { ...agreed, input: structuredClone(agreed.input) };
  }

  static reach<A extends Act>(agreed: Agreed<A>): Agreement {
    assert(agreed.first !== agreed.second, 'nobody agrees to their own proposal');
    return new Agreement(agreed);
  }

  get first(): string {
    return this.#agreed.first;
  }

  get second(): string {
    return this.#agreed.second;
  }

  /**
   * An agreement about one thing is none about another, nor about other values of the same. `does` names each value of the input that the service acts on.
   * Returns the input.
   */
  requireAbout<A extends Act>(act: A, target: string, does: Partial<ActInput<A>>): ActInput<A> {
    const { act: agreedAct, target: agreedTarget, input } = this.#agreed;
    assert(
      agreedAct === act && agreedTarget === target,
      `agreed to ${agreedAct} of ${agreedTarget}, not to ${act} of ${target}`,
    );
    const agreed = input as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(does)) {
      assert(isDeepStrictEqual(valueOf(value), valueOf(agreed[name])), `agreed to another ${name} of ${target}`);
    }
    return input as ActInput<A>;
  }
}

/** A value as a proposal keeps it. */
function valueOf(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
