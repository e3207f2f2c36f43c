/** The types that other rooms may import; `app.ts` passes the rest. */
export type { Authority, AuthorizedOrder } from './authority.ts';
export type { Landings } from './landings.ts';
export type { Rail } from './rail.ts';
export type { CustomersWithdrawals, RailCalls } from './serve-withdrawals.ts';
export type { WithdrawalProcessor } from './withdrawal-processor.ts';
export type { WithdrawalRow } from './withdrawal-row.ts';
export type { WithdrawalReview } from './review.ts';
