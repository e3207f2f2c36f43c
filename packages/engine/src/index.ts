export * from './command.ts';
export { createEngine, Engine, restoreEngine } from './engine.ts';
export { cancelReasons, rejections, type CancelReason, type Rejection } from './rejection.ts';
export type { StateOptions as EngineOptions } from './state/state.ts';
export {
  absoluteMaxFills,
  workPerOrder,
  maxPrintableTicks,
  defaultMaxFills,
  defaultMaxIcebergParts,
  maxWorkPerCommand,
} from './rules/bounds.ts';
export { bandReach } from './rules/price-band.ts';
export { limitsOf } from './markets/market-form.ts';
export { SnapshotUnreadable } from './snapshot/sections.ts';
export { silentListener, type EngineListener, type Fill, type Posting, type PostingReason } from './listener.ts';
export type {
  AccountBalance,
  Balance,
  Depth,
  MatchingEngine,
  OpenOrder,
  FeeOverride,
  Withdrawal,
} from './matching-engine.ts';
