import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import * as field from '../fields.ts';
import { type SchemaOutput, lazy } from '../lazy.ts';

/** Running TWAP orders of one customer. */
export const maxTwaps = 10;
export const maxTwapOrders = 500;
export const minTwapMs = 10_000;
export const maxTwapMs = 86_400_000;
/** Between two orders. */
export const minTwapIntervalMs = 2_000;

/**
 * Why a TWAP order ended: it filled; its time was up, with a rest; what is left is too little for an order; it was late by more than a day; the customer
 * stopped it; the balance was short; the session that began it was logged out, or the API key lost its right; the account was locked; the customer may not
 * trade.
 */
export const twapReasons = [
  'filled',
  'timeUp',
  'restTooSmall',
  'tooLate',
  'byCustomer',
  'insufficientBalance',
  'loggedOut',
  'keyRevoked',
  'accountLocked',
  'mayNotTrade',
] as const;
export type TwapReason = (typeof twapReasons)[number];

/**
 * A quantity that the server trades in equal parts over a time. `orders` are planned, `done` of them are over, some perhaps without a trade: where the worst
 * price doesn't allow one, or nobody is on the other side. What they leave goes to the later ones. `waiting` is true while the market is not open.
 * `nextAt` is null once it stops.
 */
export const twap = lazy(() =>
  z.object({
    id: z.string(),
    clientId: z.string(),
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    style: z.enum(['market', 'limit']),
    quantity: field.decimal(),
    worstPrice: z.nullable(field.decimal()),
    orders: z.number(),
    durationMs: z.number(),
    state: z.enum(['running', 'stopping', 'ended']),
    waiting: z.boolean(),
    reason: z.nullable(z.enum(twapReasons)),
    done: z.number(),
    filled: field.decimal(),
    filledTotal: field.decimal(),
    average: z.nullable(field.decimal()),
    remaining: field.decimal(),
    nextAt: z.nullable(field.time()),
    time: field.time(),
    ended: z.nullable(field.time()),
  }),
);
export type Twap = SchemaOutput<typeof twap>;

export const twapCalls = {
  create: defineCall({
    method: 'POST',
    path: '/api/trade/twapcreate.html',
    auth: 'required',
    keyRight: 'trade',
    weight: 10,
    summary:
      'Begins a TWAP order: the server trades the quantity in equal orders over the time, each an ordinary order with the clientOrderId `twap:<id>:<number>`. `market` orders take the book as IOC, `limit` orders rest at the best price of their side until the next one; neither goes beyond `worstPrice`. It stops when the session that began it is logged out, or its API key loses the right. Repeating a clientId with the same body returns the same TWAP order.',
    input: () =>
      z.object({
        clientId: field.clientId(),
        symbol: field.symbol(),
        side: field.choice(['buy', 'sell']),
        style: z._default(field.choice(['market', 'limit']), 'market'),
        quantity: field.quantity(),
        worstPrice: z.optional(field.price()),
        orders: field.integer(2, maxTwapOrders),
        durationMs: field.integer(minTwapMs, maxTwapMs),
      }),
    output: twap,
  }),
  stop: defineCall({
    method: 'POST',
    path: '/api/trade/twapstop.html',
    auth: 'required',
    keyRight: 'trade',
    weight: 5,
    summary:
      'Stops a TWAP order: no order of it follows the answer. Its open order is cancelled, also in a halted market.',
    input: () => z.object({ id: field.serverId() }),
    output: twap,
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/trade/twaps.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary: 'Lists my TWAP orders, newest first.',
    input: () => z.object({ ...field.page() }),
    output: () => field.pageOf(twap()),
  }),
};
