/**
 * Every call of the API, by area. The server's validation, the typed client and the reference are derived from this. Each area is a module of its own, so that
 * what a page of the web app loads are the areas that it uses.
 */
export * as calls from './calls.ts';
export {
  defineCall,
  weightOf,
  type Auth,
  type Call,
  type CallInput,
  type CallOutput,
  type CallParameters,
} from './call.ts';
export { Code, type Envelope, type Lang } from './codes.ts';
export { fieldErrors, type FieldError } from './fields.ts';
/** The forms of fields, for contracts of other APIs. */
export * as fields from './fields.ts';
export { candleAfter, candleStart, intervals, type Interval } from './candle-time.ts';
export type { Candle } from './candles.ts';
export type { Balance, FlowRecord } from './assets.ts';
export type { Message } from './content.ts';
export type { Deposit } from './deposits.ts';
export type { Depth, Market, Ticker, Trade } from './market.ts';
export type { Made } from './once.ts';
export { order, type Order, type OrderFill } from './order.ts';
export { uploadBytesMax } from './upload.ts';
export type { User } from './user.ts';
export type { WalletAddress } from './addresses.ts';
export type { Withdrawal } from './withdrawals.ts';
export type { PriceAlert } from './watchlist.ts';
export { ordersPerMessage, streamCalls, type StreamCallName } from './stream-calls.ts';
export { streamData, streamMessage, streamPath, streamRequest, type DepthPush, type StreamRequest } from './streams.ts';
