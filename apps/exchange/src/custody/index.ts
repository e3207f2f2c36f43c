/** Types that other modules may know of this one. `app.ts` hands over the rest. */
export type { ChainSettings } from './chains/open-chain.ts';
export type { CustodyReport } from './follow-chains.ts';
export type { DepositCalls } from './deposits/serve-deposits.ts';
export type { ChainRecords } from './module.ts';
export type { AgreedRecoveries } from './deposits/agreed-recoveries.ts';
export type { RecoveryRow } from './deposits/recovery-statements.ts';
