import type { Doubt, EntryState } from '../tables.ts';

/** What happens to an entry next. */
export interface Step {
  readonly state: EntryState;
  readonly doubts?: readonly Doubt[];
  readonly customer?: number | null;
  readonly payout?: number | null;
  readonly match_mac?: string | null;
}
