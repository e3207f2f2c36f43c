/** The types that other rooms may import; `app.ts` passes the rest. */
export type { CustomerFeesChange, FeeService, WantedFees } from './fee-service.ts';
export type { FeesOf } from './fees-of.ts';
export type { Tier } from './tiers.ts';
export type { TierChange, TierDraft } from './tier-changes.ts';
