/** Types that other modules may know of this one. `app.ts` hands over the rest. */
export type { Review } from './review.ts';
export type { Reason } from './reasons.ts';
export type { StoppedWithdrawals } from './open-review.ts';
