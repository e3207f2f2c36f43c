export * from './command.ts';
export { hasConditions } from './requests/order-conditions.ts';
export { createEngine, Engine, restoreEngine } from './engine.ts';
export {
  cancelReasons,
  formRejections,
  rejections,
  type CancelReason,
  type Refused,
  type Rejection,
} from './rejection.ts';
export type { StateOptions as EngineOptions } from './state/state.ts';
export {
  absoluteMaxFills,
  workPerOrder,
  maxFillsOf,
  maxPrintableTicks,
  defaultMaxFills,
  defaultMaxIcebergParts,
  hasOrderRules,
  latestOrderRules,
  maxWorkPerCommand,
} from './rules/bounds.ts';
export { bandReach } from './rules/price-band.ts';
export { maxFeePpm } from './fees/fee.ts';
export { limitsOf } from './markets/market-form.ts';
export { SnapshotUnreadable } from './snapshot/sections.ts';
export { silentListener, type EngineListener, type Fill, type Posting, type PostingReason } from './listener.ts';
export type {
  AccountBalance,
  Balance,
  CommandCheck,
  CustomerCommand,
  Depth,
  ExpectedFill,
  ExpectedFills,
  FillsEnd,
  MatchingEngine,
  OpenOrder,
  FeeOverride,
  Withdrawal,
} from './matching-engine.ts';
