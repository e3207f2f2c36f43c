import { assetsCalls } from './assets.ts';
import { contentCalls } from './content.ts';
import { demo } from './demo.ts';
import { depositCalls } from './deposits.ts';
import { homeCalls } from './home.ts';
import { klineCalls } from './kline.ts';
import { identityCalls } from './identity.ts';
import { marketCalls } from './market.ts';
import { passport } from './passport.ts';
import { tradeCalls } from './trade.ts';
import { transferCalls } from './transfer.ts';
import { uploadCalls } from './upload.ts';
import { userCalls } from './user.ts';
import { walletCalls } from './wallet.ts';
import { watchCalls } from './watch.ts';
import { withdrawalCalls } from './withdrawals.ts';

/** Every call of the API, by area. The server's validation, the typed client and the reference are derived from this. */
export const calls = {
  passport,
  user: userCalls,
  identity: identityCalls,
  upload: uploadCalls,
  market: marketCalls,
  trade: tradeCalls,
  assets: assetsCalls,
  deposits: depositCalls,
  transfer: transferCalls,
  wallet: walletCalls,
  withdrawals: withdrawalCalls,
  content: contentCalls,
  demo,
  kline: klineCalls,
  home: homeCalls,
  watch: watchCalls,
};

export type { Auth, Call, CallInput, CallOutput, CallParameters } from './call.ts';
export { Code, type Envelope, type Lang } from './codes.ts';
export { fieldErrors, type FieldError } from './fields.ts';
export { candleAfter, candleStart, intervals, type Interval } from './candle-time.ts';
export type { Candle } from './kline.ts';
export type { Balance, FlowRecord } from './assets.ts';
export type { Message } from './content.ts';
export type { Deposit } from './deposits.ts';
export type { Depth, Market, Ticker, Trade } from './market.ts';
export type { Order, OrderFill } from './trade.ts';
export { uploadBytesMax } from './upload.ts';
export type { User } from './user.ts';
export type { WalletAddress } from './wallet.ts';
export type { Withdrawal } from './withdrawals.ts';
export type { PriceAlert } from './watch.ts';
export {
  streamCallRequest,
  streamCalls,
  streamData,
  streamMessage,
  streamPath,
  streamRequest,
  type DepthPush,
  type StreamCallName,
  type StreamRequest,
} from './streams.ts';
