/** Shared by tests of the engine and the exchange: an oracle, an auditor, builders, and random command streams. */
export { NaiveEngine } from './naive/naive-engine.ts';
export { Auditor } from './audit/auditor.ts';
export { EventRecorder } from './audit/event-recorder.ts';
export { listenAll } from './audit/listen-all.ts';
export {
  buildAmend,
  buildCancel,
  buildDeposit,
  buildHold,
  buildLimits,
  buildMarketOrder,
  buildOrder,
  buildTransfer,
  listing,
  testMarket,
} from './commands/build.ts';
export { playExample } from './examples/play-example.ts';
export { checkStreams, type StreamPlan } from './check-streams.ts';
export { randomStream, streamOf } from './commands/stream.ts';
export { streamMarkets } from './commands/stream-markets.ts';
export { fatesOf, initialBalance, type MakeEngine, openTestEngine, type TestEngine } from './test-engine.ts';
export { type KmsFailure, openTestKms, type TestKms } from './kms/test-kms.ts';
export { findDebianProgram } from './debian-program.ts';
export { findPromtool } from './promtool.ts';
export { keepCollecting } from './collect-garbage.ts';
export {
  recordedBatch,
  recordedBefore,
  recordedCommands,
  recordedHashes,
  recordedSnapshot,
} from './recorded/recorded.ts';
export { vapidClaims } from './push/open-push.ts';
export { openTestPushService, type TestPushService, type TestSubscription } from './push/push-service.ts';
