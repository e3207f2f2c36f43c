export * from './command.ts';
export { cancelReasons, rejections, type CancelReason, type Rejection } from './rejection.ts';
export type { EngineListener, Fill, Posting, PostingReason } from './listener.ts';
export type { AccountBalance, Balance, Depth, MatchingEngine, OpenOrder } from './matching-engine.ts';
