import type { Outcome } from '../../src/ledger/replica/batch-events.ts';
import type { Untimed } from '../../src/ledger/gateway.ts';
import type { Mishap } from './faults.ts';

/** A command that a customer repeats until it has an answer. */
export interface Wish {
  readonly command: Untimed;
  /** True if a repeated request has no second effect. */
  readonly isRepeatable: boolean;
  readonly mishaps: Set<Mishap>;
  readonly answers: Outcome[];
  sends: number;
  /** True once a request may have taken effect without an answer. */
  isUncertain: boolean;
  isOver: boolean;
}
