import * as z from 'zod/mini';
import * as field from './fields.ts';
import { type Made, once } from './once.ts';

/** One fill of an order, from its owner's side. */
export const orderFill = once(() =>
  z.object({
    id: z.string(),
    price: field.decimal(),
    quantity: field.decimal(),
    amount: field.decimal(),
    fee: field.decimal(),
    feeCoin: z.string(),
    role: z.enum(['maker', 'taker']),
    time: field.time(),
  }),
);

/**
 * An order. `quantity` is null for a market buy by amount, `amount` (quote to spend) is null for all others, `price` is null for market orders.
 * `delegatedTotal` is what was asked for in quote (price × quantity, or the amount), null where there is no price; `filledTotal` what was paid or received in quote.
 * A stop has `stopPrice` and `stopDirection`, and is `waiting` until the last price has risen or fallen to it. An order with `expiresAt` is cancelled then; of one with `visibleQuantity` the
 * book shows that much at a time; `otherLeg` is the client's id of the order that a stop replaces, of which one cancels the other.
 * Of `fills` the first 500 are told; where there are more, `moreFills` is true, and those after the last one are asked for by its id (`fillsAfter`).
 * `reason` says why it ended early: one of the engine's cancel reasons or rejections.
 */
export const order = once(() =>
  z.object({
    id: z.string(),
    clientOrderId: z.string(),
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    type: z.enum(['limit', 'market']),
    timeInForce: z.enum(['GTC', 'IOC', 'FOK']),
    postOnly: z.boolean(),
    price: z.nullable(field.decimal()),
    quantity: z.nullable(field.decimal()),
    stopPrice: z.optional(field.decimal()),
    stopDirection: z.optional(z.enum(['rising', 'falling'])),
    waiting: z.optional(z.boolean()),
    expiresAt: z.optional(field.time()),
    visibleQuantity: z.optional(field.decimal()),
    otherLeg: z.optional(z.string()),
    amount: z.nullable(field.decimal()),
    delegatedTotal: z.nullable(field.decimal()),
    filled: field.decimal(),
    filledTotal: field.decimal(),
    average: z.nullable(field.decimal()),
    fee: field.decimal(),
    feeCoin: z.string(),
    state: z.enum(['processing', 'filled', 'cancelled', 'rejected']),
    reason: z.optional(z.string()),
    time: field.time(),
    updated: field.time(),
    fills: z.optional(z.array(orderFill())),
    moreFills: z.optional(z.boolean()),
  }),
);
export type Order = Made<typeof order>;
export type OrderFill = Made<typeof orderFill>;
