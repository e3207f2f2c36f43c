import { assetsCalls } from './assets.ts';
import { demo } from './demo.ts';
import { marketCalls } from './market.ts';
import { passport } from './passport.ts';
import { tradeCalls } from './trade.ts';
import { userCalls } from './user.ts';

/** Every call of the API, by area. The server's validation, the typed client and the reference are derived from this. */
export const calls = { passport, user: userCalls, market: marketCalls, trade: tradeCalls, assets: assetsCalls, demo };

export type { Auth, Call, CallInput, CallOutput, CallParameters } from './call.ts';
export { Code, type Envelope, type Lang } from './codes.ts';
export { fieldErrors, type FieldError } from './fields.ts';
export type { Balance } from './assets.ts';
export type { Depth, Market, Ticker, Trade } from './market.ts';
export type { Order, OrderFill } from './trade.ts';
export type { User } from './user.ts';
export { streamData, streamMessage, streamPath, streamRequest, type DepthPush, type StreamRequest } from './streams.ts';
