/** What other areas may know of this one: types alone. `serve-operators.ts` hands over the rest. */
export type { Review } from './review.ts';
export type { Reason } from './reasons.ts';
