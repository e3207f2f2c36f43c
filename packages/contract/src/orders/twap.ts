import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import * as field from '../fields.ts';
import { type SchemaOutput, lazy } from '../lazy.ts';

/** The most running TWAP orders of one customer. */
export const maxTwaps = 10;
export const maxTwapOrders = 500;
export const minTwapMs = 10_000;
export const maxTwapMs = 86_400_000;
/** The shortest time between two orders. */
export const minTwapIntervalMs = 2_000;

/**
 * Why a TWAP order ended:
 * - `filled`: all of its quantity traded;
 * - `timeUp`: the time was over, with a rest;
 * - `restTooSmall`: the rest is too little for an order;
 * - `tooLate`: it was late by more than a day;
 * - `byCustomer`: the customer stopped it;
 * - `insufficientBalance`: the balance was short;
 * - `loggedOut`: the session that began it was logged out;
 * - `keyRevoked`: the API key that began it lost its right;
 * - `accountLocked`: the account was locked;
 * - `mayNotTrade`: the customer may not trade.
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
 * A quantity that the server trades in equal parts over a time. `orders` is the number of planned orders, `done` the number of orders that are over.
 * An order may end without a trade, if the worst price forbids one or the book's other side is empty; later orders take over what it leaves.
 * `waiting` is true while the market is not open. `nextAt` is null once the TWAP order stops.
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
    orders: field.whole(),
    durationMs: field.whole(),
    state: z.enum(['running', 'stopping', 'ended']),
    waiting: z.boolean(),
    reason: z.nullable(z.enum(twapReasons)),
    done: field.whole(),
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
