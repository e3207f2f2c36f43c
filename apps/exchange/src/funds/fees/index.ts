/** What other areas may know of this one: types alone. `app.ts` hands over the rest. */
export type { FeeService as FeeDesk } from './fee-service.ts';
export type { FeesOf } from './fees-of.ts';
export type { Tier } from './tiers.ts';
