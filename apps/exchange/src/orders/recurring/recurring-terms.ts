import type { Rhythm } from './calendar.ts';

/** What a customer has bought again and again. */
export interface RecurringTerms extends Rhythm {
  /** The coin paid, and the coin bought. */
  readonly from: string;
  readonly to: string;
  /** In the coin paid, as the customer wrote it. */
  readonly amount: string;
}
