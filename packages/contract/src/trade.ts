import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { depth, market, ticker, trade } from './market.ts';
import { order } from './order.ts';
import { once } from './once.ts';

const side = once(() => field.choice(['buy', 'sell']));

export const tradeCalls = {
  coinMenu: defineCall({
    method: 'GET',
    path: '/api/trade/coinmenu.html',
    auth: 'none',
    weight: 3,
    summary: 'Every market over the last 24 hours, by the tab it stands under.',
    input: () => z.object({}),
    output: () => z.array(z.object({ group: z.string(), items: z.array(ticker()) })),
  }),
  detail: defineCall({
    method: 'GET',
    path: '/api/trade/detail.html',
    auth: 'optional',
    weight: 2,
    summary: 'What the trade page needs of one market: rules, ticker, recent trades, and what the customer can use.',
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
    auth: 'none',
    weight: 5,
    summary: 'The book, best prices first; `step` groups prices (bids down, asks up).',
    input: () =>
      z.object({
        symbol: field.symbol(),
        limit: z._default(field.whole(5, 500), 50),
        step: z.optional(field.price()),
      }),
    output: depth,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/trade/create.html',
    auth: 'required',
    summary: 'Places an order. The same clientOrderId with the same body answers the same order again.',
    input: () =>
      z.object({
        clientOrderId: field.clientId(),
        symbol: field.symbol(),
        side: side(),
        type: field.choice(['limit', 'market']),
        price: z.optional(field.price()),
        quantity: z.optional(field.quantity()),
        amount: z.optional(field.amount()),
        timeInForce: z._default(field.choice(['GTC', 'IOC', 'FOK']), 'GTC'),
        postOnly: z._default(field.flag(), false),
        /** The order waits until the last price has risen or fallen to it. */
        stopPrice: z.optional(field.price()),
        stopDirection: z.optional(field.choice(['rising', 'falling'])),
        /** Good till then. */
        expiresAt: z.optional(field.moment()),
        /** An iceberg: the book shows this much of it at a time. */
        visibleQuantity: z.optional(field.quantity()),
        /** One cancels the other: my resting limit order, by its clientOrderId, that this stop is to replace. */
        otherLeg: z.optional(field.clientId()),
        /** Whose order gives way where I would trade with myself. */
        selfTrade: z._default(field.choice(['cancelNewest', 'cancelOldest', 'cancelBoth']), 'cancelNewest'),
      }),
    output: order,
  }),
  createPair: defineCall({
    method: 'POST',
    path: '/api/trade/createpair.html',
    auth: 'required',
    weight: 2,
    summary:
      'Places a limit order that rests, and a stop for the same quantity on its other side, of which one cancels the other; or neither. The same ids with the same body answer the same pair again.',
    input: () =>
      z.object({
        symbol: field.symbol(),
        side: side(),
        quantity: field.quantity(),
        /** Of the limit order. */
        clientOrderId: field.clientId(),
        price: field.price(),
        /** Of the stop: a sale's comes in when the last price falls to it, a purchase's when it rises to it. */
        stopClientOrderId: field.clientId(),
        stopPrice: field.price(),
        /** What the stop then asks for. A sale may leave it out and sell at market. */
        stopLimitPrice: z.optional(field.price()),
      }),
    output: () => z.object({ limit: order(), stop: order() }),
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/trade/cancel.html',
    auth: 'required',
    summary: 'Cancels an open order, by id or clientOrderId.',
    input: () => z.object({ id: z.optional(field.serverId()), clientOrderId: z.optional(field.clientId()) }),
    output: order,
  }),
  cancelAll: defineCall({
    method: 'POST',
    path: '/api/trade/cancelall.html',
    auth: 'required',
    weight: 5,
    summary: 'Cancels all my open orders, or those of one market. Markets that are halted take no cancels.',
    input: () => z.object({ symbol: z.optional(field.symbol()) }),
    output: () => z.object({ cancelled: z.number() }),
  }),
  amend: defineCall({
    method: 'POST',
    path: '/api/trade/amend.html',
    auth: 'required',
    summary:
      'Gives a resting limit order another price or total quantity, its filled part included. A smaller quantity at the same price keeps its place; anything else takes the last one, and may trade at once. The terms that it has already change nothing.',
    input: () =>
      z.object({
        id: z.optional(field.serverId()),
        clientOrderId: z.optional(field.clientId()),
        price: field.price(),
        quantity: field.quantity(),
      }),
    output: order,
  }),
  armDeadMan: defineCall({
    method: 'POST',
    path: '/api/trade/deadman.html',
    auth: 'required',
    summary:
      'Cancels all my open orders, or those of one market, unless this is sent again within so many milliseconds; 0 calls it off.',
    input: () => z.object({ symbol: z.optional(field.symbol()), timeoutMs: field.whole(0, 86_400_000) }),
    /** When it would happen; null where it was called off. */
    output: () => z.object({ at: z.nullable(field.time()) }),
  }),
  current: defineCall({
    method: 'GET',
    path: '/api/trade/current.html',
    auth: 'required',
    weight: 3,
    summary: 'My open orders, newest first.',
    input: () => z.object({ symbol: z.optional(field.symbol()), ...field.page() }),
    output: () => field.pageOf(order()),
  }),
  volume: defineCall({
    method: 'GET',
    path: '/api/trade/volume.html',
    auth: 'required',
    weight: 60,
    summary:
      'What I bought and sold in the last 30 days, as maker and as taker, worth in USDT at the prices of now; my own fees in every market, where I have any, and the fee tiers that trading so much leads to.',
    input: () => z.object({}),
    output: () =>
      z.object({
        maker: field.decimal(),
        taker: field.decimal(),
        /** Fractions; null where the fees of each market apply. `tier`: its name, where they are of one. */
        fees: z.nullable(z.object({ tier: z.nullable(z.string()), maker: field.decimal(), taker: field.decimal() })),
        /** The lowest first. `from`: worth in USDT of 30 days. */
        tiers: z.array(
          z.object({ name: z.string(), from: field.decimal(), maker: field.decimal(), taker: field.decimal() }),
        ),
      }),
  }),
  history: defineCall({
    method: 'GET',
    path: '/api/trade/history.html',
    auth: 'required',
    weight: 40,
    summary:
      'My orders that have ended, and those still open, newest first, with their fills, of each order the first 500 and of a page the first 5,000; or one by its id or clientOrderId. A page may be shorter than asked for: `next` alone says whether more follow.',
    input: () =>
      z.object({
        symbol: z.optional(field.symbol()),
        side: z.optional(side()),
        state: z.optional(field.choice(['processing', 'filled', 'cancelled', 'rejected'])),
        id: z.optional(field.serverId()),
        clientOrderId: z.optional(field.clientId()),
        /** Orders placed from then on, and before then; milliseconds since the epoch. */
        from: z.optional(field.moment()),
        to: z.optional(field.moment()),
        /** Only fills after the one with this id. */
        fillsAfter: z.optional(field.serverId()),
        ...field.page(),
      }),
    output: () => field.pageOf(order()),
  }),
};
