import type { ForeignClient } from './clients.ts';

/** What a client did, and where its view differed from REST's. */
export interface Outcome {
  orders: number;
  fills: number;
  /** The exchange's code for an order that must be refused, as the client gives it. */
  refusal: string;
  comparisons: number;
  /** From the first round to its last comparison. */
  seconds: number;
  wrongs: string[];
}

/** One client's run: what it did, or why it did nothing. */
export interface ClientRun extends Outcome {
  readonly client: ForeignClient;
}
