/** What other areas may know of this one: types alone. `app.ts` hands over the rest. */
export type { Authority, AuthorizedOrder } from './authority.ts';
export type { WithdrawalProcessor as Desk } from './withdrawal-processor.ts';
export type { WithdrawalRow } from './withdrawal-row.ts';
export type { WithdrawalReview } from './review.ts';
