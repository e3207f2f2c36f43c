import * as z from 'zod/mini';
import * as field from '../fields.ts';
import { type SchemaOutput, lazy } from '../lazy.ts';
import { conditionAnswer } from './order-terms.ts';

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

/** What placed an order beside the customer: its kind, and the id that the customer or the server chose. A bracket's leg has its entry order's id. */
export const orderParent = lazy(() =>
  z.object({ kind: z.enum(['scaled', 'twap', 'recurring', 'convert', 'bracket']), id: z.string() }),
);
export type OrderParent = SchemaOutput<typeof orderParent>;

/**
 * An order. `quantity` is null for orders by amount; `amount` (quote to spend, or to bring) is null for all others; `price` is null for market orders.
 * `delegatedTotal` is the ordered total in quote (price × quantity, or the amount), null without a price; `filledTotal` is the total paid or received.
 * `order-terms.ts` explains the terms that only some orders have. `waiting` is true until a stop triggers. A trailing stop shows the limit price with
 * which it began, until it triggers. `parent` is what placed the order: the scaled or TWAP order, the recurring buy, the conversion, or a bracket's entry order.
 * `average` is `filledTotal` over `filled`, rounded half-even to two places beyond the market's prices, trailing zeros included; null without fills.
 * Every average price has this form.
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
    ...conditionAnswer(),
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
