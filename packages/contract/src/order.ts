import * as z from 'zod/mini';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** One fill of an order, from the owner's side. */
export const orderFill = lazy(() =>
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

/** What placed an order beside the customer: the kind, and the id that its customer or the server chose; of a leg of a bracket, its entry order's. */
export const orderParent = lazy(() =>
  z.object({ kind: z.enum(['scaled', 'twap', 'recurring', 'bracket']), id: z.string() }),
);
export type OrderParent = SchemaOutput<typeof orderParent>;

/**
 * An order. `quantity` is null for market buys by amount; `amount` (quote to spend) is null for all others; `price` is null for market orders.
 * `delegatedTotal` is the ordered total in quote (price × quantity, or the amount), null without a price; `filledTotal` is the total paid or received.
 * A stop has `stopPrice` and `stopDirection`, and is `waiting` until the last price reaches it. A trailing stop has `trail` or `trailBps`, and maybe
 * `activationPrice`; the `price` of a limit order is that of where it began, and moves once it triggers. An order is cancelled at `expiresAt`. The book shows
 * `visibleQuantity` of an iceberg order at a time. `takeProfitPrice`, `stopLossPrice` and `stopLossLimitPrice` are those of an entry order's legs. `otherLeg` is the clientOrderId of the other order of an OCO pair. `parent` is the scaled or TWAP
 * order, the recurring buy, or the entry order with a bracket, that placed it.
 * `fills` holds the first 500; if `moreFills` is true, request the rest with `fillsAfter` set to the last fill's id.
 * `reason` is the engine's cancel reason or rejection.
 */
export const order = lazy(() =>
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
    trail: z.optional(field.decimal()),
    trailBps: z.optional(z.number()),
    activationPrice: z.optional(field.decimal()),
    waiting: z.optional(z.boolean()),
    expiresAt: z.optional(field.time()),
    visibleQuantity: z.optional(field.decimal()),
    takeProfitPrice: z.optional(field.decimal()),
    stopLossPrice: z.optional(field.decimal()),
    stopLossLimitPrice: z.optional(field.decimal()),
    otherLeg: z.optional(z.string()),
    parent: z.optional(orderParent()),
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
export type Order = SchemaOutput<typeof order>;
export type OrderFill = SchemaOutput<typeof orderFill>;
