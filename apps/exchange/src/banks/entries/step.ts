import type { Doubt, EntryState } from '../tables.ts';

/** The next state of an entry, and the fields that change with it. */
export interface Step {
  readonly state: EntryState;
  readonly doubts?: readonly Doubt[];
  readonly customer?: number | null;
  readonly payout?: number | null;
  readonly match_mac?: string | null;
}
