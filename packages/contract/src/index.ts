/**
 * Every call of the API, by area. Server validation, the typed client and the API reference derive from it. Each area is a separate module,
 * so a page of the web app loads only the areas that it uses.
 */
export * as calls from './calls.ts';
export {
  acts,
  defineCall,
  callWeight,
  keyRightOf,
  keyRights,
  type Auth,
  type Call,
  type CallInput,
  type CallOutput,
  type CallParameters,
  type KeyRight,
  type NeededRight,
} from './call.ts';
export { sessionMark, sessionMarkHeader } from './session-mark.ts';
export { namedSchemas } from './named-schemas.ts';
export { Code, sessionEnds, type Envelope, type Lang, type SessionEnd } from './codes.ts';
export { fieldErrors, forms as orderForms, reservedOrderIds, type FieldError } from './fields.ts';
/** Field schemas, for contracts of other APIs. */
export * as fields from './fields.ts';
export { candleAfter, candleStart, intervals, type Interval } from './candle-time.ts';
export type { Candle } from './candles.ts';
export { statementTypes, type Balance, type StatementLine, type StatementOrder } from './assets.ts';
export {
  bankAccountKinds,
  type BankDeposit,
  type BankDetails,
  type Payout,
  type PayoutOption,
  type SavedBankAccount,
} from './banks.ts';
export type { CoinNames } from './coins.ts';
export type { Message } from './content.ts';
export type { Deposit } from './deposits.ts';
export type { Conversion, ConversionQuote } from './convert.ts';
export { maxChartLength, maxLayouts, type WorkspaceLayout } from './workspace.ts';
export {
  workspacePanels,
  formatWorkspaceLayout,
  parseWorkspaceLayout,
  type WorkspacePanel,
  type WorkspacePart,
  type WorkspaceSplit,
} from './workspace-layout.ts';
export {
  maxRecurring,
  maxSkips,
  rhythms,
  skipReasons,
  type RecurringBuy,
  type RecurringRun,
  type SkipReason,
} from './recurring.ts';
export {
  maxScaledLevels,
  scaledSizes,
  type ScaledPlaced,
  type ScaledPreview,
  type ScaledSizes,
} from './orders/scaled.ts';
export {
  maxTwapMs,
  maxTwapOrders,
  maxTwaps,
  minTwapIntervalMs,
  minTwapMs,
  twapReasons,
  type Twap,
  type TwapReason,
} from './orders/twap.ts';
export type { Depth, Market, MarketState, Ticker, Trade } from './market.ts';
export type { SchemaOutput } from './lazy.ts';
export {
  conditionMisfit,
  conditionNames,
  conditionTerms,
  hasConditions,
  hasTermOf,
  orderTerms,
  sizeMisfit,
  termsOf,
  termWords,
  triggerNames,
  unitOf,
  wrongLeg,
  type ConditionField,
  type ConditionName,
  type Misfit,
  type TermGroup,
  type TermKind,
  type TermName,
  type TermOf,
} from './orders/order-terms.ts';
export { order, type Order, type OrderFill, type OrderParent } from './orders/order.ts';
export {
  notificationChannels,
  notificationKinds,
  type NotificationChannel,
  type NotificationChoices,
  type NotificationKind,
} from './notifications.ts';
export { mapInstants, writeInstant } from './instants.ts';
export { maxUploadBytes } from './upload.ts';
export type { User } from './user.ts';
export { maxApiKeys, maxRecvWindowMs, defaultRecvWindowMs, apiKeyHeader, type ApiKey } from './keys.ts';
export {
  profitMethods,
  profitSpans,
  type CoinProfit,
  type MarketProfit,
  type ProfitFigures,
  type ProfitLot,
  type ProfitMethod,
  type ProfitSpan,
  type ValuePoint,
} from './profit.ts';
export type { WalletAddress } from './addresses.ts';
export type { Withdrawal } from './withdrawals.ts';
export type { PriceAlert } from './watchlist.ts';
export { maxOrdersPerMessage, streamCalls, type StreamCallName } from './stream-calls.ts';
export { streamData, streamMessage, streamPath, streamRequest, type DepthPush, type StreamRequest } from './streams.ts';
