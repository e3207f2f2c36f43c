import * as z from 'zod/mini';
import { text, time, whole } from './fields.ts';
import { balance } from './assets.ts';
import { intervals } from './candle-time.ts';
import { candle } from './candles.ts';
import { ticker, trade } from './market.ts';
import { order } from './orders/order.ts';
import { priceAlert } from './watchlist.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** Path of the WebSocket; frames are JSON text. */
export const streamPath = '/ws';

const channelName = lazy(() => {
  const symbol = '[A-Z0-9]{2,10}/[A-Z0-9]{2,10}';
  const ofMarket = `(ticker|depth|trades):${symbol}|kline:${symbol}:(${intervals.join('|')})`;
  return z.string().check(z.regex(new RegExp(`^(ticker|orders|balances|alerts|messages|${ofMarket})$`)));
});

/** Requests of a client. The answer repeats `id`. */
export const streamRequest = lazy(() =>
  z.discriminatedUnion('op', [
    /**
     * By the token of a session, or by an API key. A key signs `apiKey=…&recvWindow=…&timestamp=…`: these fields without `signature`, sorted by name,
     * `recvWindow` only if sent. The key's rights hold for channels and calls alike: `orders` and `balances` require `read`.
     */
    z.object({
      op: z.literal('auth'),
      id: z.optional(z.number()),
      token: z.optional(text(200)),
      apiKey: z.optional(text(200)),
      timestamp: z.optional(z.int()),
      recvWindow: z.optional(z.int()),
      signature: z.optional(text(200)),
    }),
    z.object({
      op: z.literal('subscribe'),
      id: z.optional(z.number()),
      channels: z.array(channelName()).check(z.maxLength(50)),
    }),
    z.object({
      op: z.literal('unsubscribe'),
      id: z.optional(z.number()),
      channels: z.array(channelName()).check(z.maxLength(50)),
    }),
    z.object({ op: z.literal('ping'), id: z.optional(z.number()) }),
    /** While on, all open orders of the customer are cancelled when this socket closes for any reason. */
    z.object({ op: z.literal('cancelOnDisconnect'), id: z.optional(z.number()), on: z.boolean() }),
  ]),
);
export type StreamRequest = SchemaOutput<typeof streamRequest>;

/**
 * Levels as `[price, quantity]`; in a diff, a quantity of `"0"` removes the level. A snapshot holds the best 1,000 levels of each side. Levels beyond
 * are sent only when they change: a client that needs them must subscribe again for a new snapshot when its best levels are used up.
 */
const levels = lazy(() => z.array(z.tuple([z.string(), z.string()])));
export const depthPush = lazy(() =>
  z.object({ kind: z.enum(['snapshot', 'diff']), bids: levels(), asks: levels(), time: time() }),
);
export type DepthPush = SchemaOutput<typeof depthPush>;

/**
 * Schema of `data` by the first part of the channel name. `ticker` and `trades` push arrays; the first `trades` push holds the latest 50, newest first.
 *
 * `kline` pushes candles with trades, oldest first: first the last two, then the current one on each change. A push that opens a candle starts with the
 * final state of the previous one. If a push starts after the newest candle that a client holds, pushes were lost: the client must reload from that
 * candle by the HTTP call.
 */
export const streamData = {
  ticker: lazy(() => z.array(ticker())),
  depth: depthPush,
  trades: lazy(() => z.array(trade())),
  kline: lazy(() => z.array(candle())),
  orders: lazy(() => z.array(order())),
  /** Price alerts that just fired. */
  alerts: lazy(() => z.array(priceAlert())),
  /** Number of unread inbox messages, after a new one. */
  messages: lazy(() => z.object({ unread: whole() })),
  /** Balances that changed. */
  balances: lazy(() => z.array(z.object({ ...balance().shape, kind: z.enum(['coin', 'fiat']) }))),
};

/**
 * A push, or the answer to a request, with `data` for calls. `seq` counts per channel. On `depth` it has no gaps; a client that finds one must
 * subscribe again.
 */
export const streamMessage = lazy(() =>
  z.union([
    z.object({ channel: z.string(), seq: whole(), data: z.unknown() }),
    z.object({
      op: z.string(),
      id: z.optional(z.number()),
      code: whole(),
      message: z.string(),
      data: z.optional(z.unknown()),
      time: time(),
    }),
  ]),
);
