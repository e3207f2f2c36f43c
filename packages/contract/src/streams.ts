import * as z from 'zod/mini';
import { text } from './fields.ts';
import { balance } from './assets.ts';
import { intervals } from './candle-time.ts';
import { candle } from './candles.ts';
import { ticker, trade } from './market.ts';
import { order } from './order.ts';
import { priceAlert } from './watchlist.ts';
import { type Made, once } from './once.ts';

/** One WebSocket at this path, JSON text frames. */
export const streamPath = '/ws';

const symbolForm = '[A-Z0-9]{2,10}/[A-Z0-9]{2,10}';
const channelForm = new RegExp(
  `^(ticker|orders|balances|alerts|messages|(ticker|depth|trades):${symbolForm}|kline:${symbolForm}:(${intervals.join('|')}))$`,
);
const channelName = once(() => z.string().check(z.regex(channelForm)));

/** What a client may say. `id` comes back in the answer. */
export const streamRequest = once(() =>
  z.discriminatedUnion('op', [
    z.object({ op: z.literal('auth'), id: z.optional(z.number()), token: text(200) }),
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
    /** While it is on, the customer's open orders are cancelled when this socket is gone, for whatever reason. */
    z.object({ op: z.literal('cancelOnDisconnect'), id: z.optional(z.number()), on: z.boolean() }),
  ]),
);
export type StreamRequest = Made<typeof streamRequest>;

/**
 * Levels as `[price, quantity]`; in a diff a quantity of `"0"` takes the level away. A snapshot holds the best 1,000 levels of each side; those beyond are
 * told when they change, so that who needs the whole of a longer book asks for a snapshot anew once the best of his levels are used up.
 */
const levels = once(() => z.array(z.tuple([z.string(), z.string()])));
export const depthPush = once(() =>
  z.object({ kind: z.enum(['snapshot', 'diff']), bids: levels(), asks: levels(), time: z.number() }),
);
export type DepthPush = Made<typeof depthPush>;

/**
 * The form of `data` by the first part of the channel's name. `ticker` and `trades` push arrays; the first `trades` push holds the latest 50, newest first.
 *
 * `kline` pushes candles that had trades, oldest first: at first the last two, then the running one whenever it changed. A push that opens a candle begins
 * with the one before, as it ended. So every push begins at or before the newest candle that its reader holds; where it begins later, something was
 * left out, and the call tells it from that candle on.
 */
export const streamData = {
  ticker: once(() => z.array(ticker())),
  depth: depthPush,
  trades: once(() => z.array(trade())),
  kline: once(() => z.array(candle())),
  orders: once(() => z.array(order())),
  /** Price alerts that have just fired. */
  alerts: once(() => z.array(priceAlert())),
  /** Something new is in the inbox: how many messages are unread now. */
  messages: once(() => z.object({ unread: z.number() })),
  /** Coin-account balances that changed. */
  balances: once(() => z.array(z.extend(balance(), { kind: z.enum(['coin', 'fiat']) }))),
};

/**
 * What the server says: a push, or the answer to a request, with `data` where it is a call's. `seq` counts per channel and has no gap on `depth`;
 * a client that sees one subscribes again.
 */
export const streamMessage = once(() =>
  z.union([
    z.object({ channel: z.string(), seq: z.number(), data: z.unknown() }),
    z.object({
      op: z.string(),
      id: z.optional(z.number()),
      code: z.number(),
      message: z.string(),
      data: z.optional(z.unknown()),
      time: z.number(),
    }),
  ]),
);
