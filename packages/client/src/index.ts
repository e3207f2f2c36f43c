export { CandleSeries } from './candle-series.ts';
export { createClient, type CallOptions, type Client, type ClientOptions, type DeviceCookieStore } from './client.ts';
export { type ChannelData, type ChannelName, type PrivateChannel } from './channels.ts';
export { type StreamState } from './connection.ts';
export { NetworkError, RefusedError } from './errors.ts';
export { OrderBook, type Level } from './order-book.ts';
export { compareDecimals } from './price-order.ts';
export { type OrderOutcome } from './stream-calls.ts';
export { createStream, type Heartbeat, type Stream, type StreamOptions } from './stream.ts';
