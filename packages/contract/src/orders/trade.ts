import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import * as field from '../fields.ts';
import { depth, market, ticker, trade } from '../market.ts';
import { order } from './order.ts';
import { orderInput } from './order-terms.ts';
import { lazy } from '../lazy.ts';

const side = lazy(() => field.choice(['buy', 'sell']));

export const tradeCalls = {
  marketGroups: defineCall({
    method: 'GET',
    path: '/api/trade/coinmenu.html',
    auth: 'none',
    weight: 3,
    summary: 'Returns the 24-hour tickers of all markets, by tab.',
    input: () => z.object({}),
    output: () => z.array(z.object({ group: z.string(), items: z.array(ticker()) })),
  }),
  detail: defineCall({
    method: 'GET',
    path: '/api/trade/detail.html',
    auth: 'optional',
    keyRight: 'read',
    weight: 2,
    summary:
      'Returns the trade page’s data of one market: rules, ticker, recent trades, fees, and my available balances.',
    input: () => z.object({ symbol: field.symbol() }),
    output: () =>
      z.object({
        market: market(),
        ticker: ticker(),
        usable: z.nullable(z.object({ base: field.decimal(), quote: field.decimal() })),
        fees: z.object({ maker: field.decimal(), taker: field.decimal() }),
        trades: z.array(trade()),
      }),
  }),
  depth: defineCall({
    method: 'POST',
    path: '/api/trade/depth.html',
    acts: false,
    auth: 'none',
    weight: 5,
    summary: 'Returns the order book, best prices first. `step` groups prices: bids are rounded down, asks up.',
    input: () =>
      z.object({
        symbol: field.symbol(),
        limit: z._default(field.integer(5, 500), 50),
        step: z.optional(field.price()),
      }),
    output: depth,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/trade/create.html',
    auth: 'required',
    keyRight: 'trade',
    summary: 'Places an order. Repeating a clientOrderId with the same body returns the same order.',
    input: () => z.object(orderInput()),
    output: order,
  }),
  createPair: defineCall({
    method: 'POST',
    path: '/api/trade/createpair.html',
    auth: 'required',
    keyRight: 'trade',
    weight: 2,
    summary:
      'Places an OCO pair atomically: a resting limit order and a stop order of the same quantity, of which one cancels the other. Repeating the ids with the same body returns the same pair.',
    input: () =>
      z.object({
        symbol: field.symbol(),
        side: side(),
        quantity: field.quantity(),
        /** Id of the limit order; `price` belongs to it too. */
        clientOrderId: field.clientOrderId(),
        price: field.price(),
        /** Id of the stop order. A sell triggers when the last price falls to `stopPrice`, a buy when it rises to it. */
        stopClientOrderId: field.clientOrderId(),
        stopPrice: field.price(),
        /** Limit price of the triggered stop; without it the stop trades at market. */
        stopLimitPrice: z.optional(field.price()),
      }),
    output: () => z.object({ limit: order(), stop: order() }),
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/trade/cancel.html',
    auth: 'required',
    keyRight: 'trade',
    summary:
      'Cancels an open order by id or clientOrderId, in every state of its market. While an opening market searches for its price, the order is answered as it is, and cancelled once the market has opened.',
    input: () => z.object({ id: z.optional(field.serverId()), clientOrderId: z.optional(field.clientOrderId()) }),
    output: order,
  }),
  cancelAll: defineCall({
    method: 'POST',
    path: '/api/trade/cancelall.html',
    auth: 'required',
    keyRight: 'trade',
    weight: 5,
    summary:
      'Cancels my open orders of one market, in every state of the market, or with `all` as `symbol` those of all markets.',
    input: () => z.object({ symbol: field.symbolOrAll() }),
    output: () => z.object({ cancelled: field.whole() }),
  }),
  amend: defineCall({
    method: 'POST',
    path: '/api/trade/amend.html',
    auth: 'required',
    keyRight: 'trade',
    summary:
      'Changes the price or total quantity (including the filled part) of a resting limit order. A smaller quantity at the same price keeps its queue position; any other change loses it and may trade immediately. Unchanged terms have no effect.',
    input: () =>
      z.object({
        id: z.optional(field.serverId()),
        clientOrderId: z.optional(field.clientOrderId()),
        price: field.price(),
        quantity: field.quantity(),
      }),
    output: order,
  }),
  setCancelTimer: defineCall({
    method: 'POST',
    path: '/api/trade/deadman.html',
    auth: 'required',
    keyRight: 'trade',
    summary:
      'Cancels my open orders of one market, or with `all` as `symbol` those of all markets, unless repeated within `timeoutMs`; 0 stops the timer.',
    input: () => z.object({ symbol: field.symbolOrAll(), timeoutMs: field.integer(0, 86_400_000) }),
    /** Time of the cancellation; null if the timer was stopped. */
    output: () => z.object({ at: z.nullable(field.time()) }),
  }),
  openOrders: defineCall({
    method: 'GET',
    path: '/api/trade/current.html',
    auth: 'required',
    keyRight: 'read',
    weight: 3,
    summary: 'Lists my open orders, newest first.',
    input: () => z.object({ symbol: z.optional(field.symbol()), ...field.page() }),
    output: () => field.pageOf(order()),
  }),
  volume: defineCall({
    method: 'GET',
    path: '/api/trade/volume.html',
    auth: 'required',
    keyRight: 'read',
    weight: 60,
    summary:
      'Returns my 30-day turnover as maker and taker, in USDT at current prices, my own fee rates if I have any, and the fee tiers.',
    input: () => z.object({}),
    output: () =>
      z.object({
        maker: field.decimal(),
        taker: field.decimal(),
        /** Fractions; null if each market's fees apply. `tier` is the fee tier's name, if the fees come from one. */
        fees: z.nullable(z.object({ tier: z.nullable(z.string()), maker: field.decimal(), taker: field.decimal() })),
        /** Lowest first. `from` is the 30-day turnover in USDT that the tier requires. */
        tiers: z.array(
          z.object({ name: z.string(), from: field.decimal(), maker: field.decimal(), taker: field.decimal() }),
        ),
      }),
  }),
  history: defineCall({
    method: 'GET',
    path: '/api/trade/history.html',
    auth: 'required',
    keyRight: 'read',
    weight: 60,
    summary:
      'Lists my orders, open and ended, newest first, with up to 500 fills per order and 5,000 per page; or returns one by id or clientOrderId. A page may be shorter than `limit`; there are more orders as long as `next` is not null.',
    input: () =>
      z.object({
        symbol: z.optional(field.symbol()),
        side: z.optional(side()),
        state: z.optional(field.choice(['processing', 'filled', 'cancelled', 'rejected'])),
        /** With `state`: also returns the other order of each OCO pair, whatever its state. */
        wholePairs: z._default(field.flag(), false),
        id: z.optional(field.serverId()),
        clientOrderId: z.optional(field.clientOrderId()),
        /** Time of placement: `from` is inclusive, `to` exclusive; milliseconds since the epoch. */
        from: z.optional(field.timestamp()),
        to: z.optional(field.timestamp()),
        /** Returns only fills after the one with this id. */
        fillsAfter: z.optional(field.serverId()),
        ...field.page(),
      }),
    output: () => field.pageOf(order()),
  }),
};
