import type { Outcome } from '../../src/ledger/replica/batch-events.ts';
import type { Untimed } from '../../src/ledger/gateway.ts';
import type { Mishap } from './faults.ts';

/** What somebody wants to happen, however often he has to ask. */
export interface Wish {
  readonly command: Untimed;
  /** Asked again, it has no second effect. */
  readonly isRepeatable: boolean;
  readonly mishaps: Set<Mishap>;
  readonly answers: Outcome[];
  sends: number;
  /** Once a request may have come through though no answer said so. */
  isUncertain: boolean;
  isOver: boolean;
}
