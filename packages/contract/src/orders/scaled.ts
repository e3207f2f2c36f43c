import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import * as field from '../fields.ts';
import { type SchemaOutput, lazy } from '../lazy.ts';
import { order } from './order.ts';

/** The most price levels of one scaled order. */
export const maxScaledLevels = 30;
/** How the quantity is spread: equal at each level, or increasing or decreasing with the level's price. */
export const scaledSizes = ['equal', 'increasing', 'decreasing'] as const;
export type ScaledSizes = (typeof scaledSizes)[number];

/** The parent's id, from which its orders derive their clientOrderId. */
const parentId = lazy(() =>
  z.string('blank').check(z.minLength(1, 'blank'), z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'clientId')),
);

const terms = lazy(() => ({
  symbol: field.symbol(),
  side: field.choice(['buy', 'sell']),
  /** The lowest and the highest price; both are levels. */
  low: field.price(),
  high: field.price(),
  /** The quantity of all levels together. */
  quantity: field.quantity(),
  levels: field.integer(2, maxScaledLevels),
  sizes: z._default(field.choice(scaledSizes), 'equal'),
}));

/** One limit order of a scaled order; `amount` is its price × quantity. */
const level = lazy(() => ({ price: field.decimal(), quantity: field.decimal(), amount: field.decimal() }));

/** The limit orders that a scaled order places, lowest price first, and their sums. `average` is the price if all of them fill. */
export const scaledPreview = lazy(() =>
  z.object({
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    levels: z.array(z.object(level())),
    quantity: field.decimal(),
    amount: field.decimal(),
    average: field.decimal(),
  }),
);
export type ScaledPreview = SchemaOutput<typeof scaledPreview>;

/** The outcome of a scaled order. Each level has either an `order` or a refusal; the other field is null. */
export const scaledPlaced = lazy(() =>
  z.object({
    parent: z.string(),
    levels: z.array(
      z.object({
        ...level(),
        order: z.nullable(order()),
        refused: z.nullable(z.object({ code: field.whole(), message: z.string() })),
      }),
    ),
    placed: field.whole(),
    refused: field.whole(),
  }),
);
export type ScaledPlaced = SchemaOutput<typeof scaledPlaced>;

export const scaledCalls = {
  preview: defineCall({
    method: 'GET',
    path: '/api/trade/scaledpreview.html',
    auth: 'required',
    keyRight: 'read',
    weight: 2,
    summary: 'Returns the limit orders that a scaled order would place now, with their sums. Nothing is placed.',
    input: () => z.object(terms()),
    output: scaledPreview,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/trade/scaledcreate.html',
    auth: 'required',
    keyRight: 'trade',
    weight: 15,
    summary:
      'Places limit orders over a price range, each an ordinary order with the clientOrderId `scaled:<id>:<level>`. Levels may be refused one by one; the answer has each. Repeating an id with the same body returns the same orders.',
    input: () => z.object({ id: parentId(), ...terms(), postOnly: z._default(field.flag(), false) }),
    output: scaledPlaced,
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/trade/scaledcancel.html',
    auth: 'required',
    keyRight: 'trade',
    weight: 15,
    summary: 'Cancels the open orders of one scaled order. Those that ended meanwhile are not counted.',
    input: () => z.object({ id: parentId() }),
    output: () => z.object({ cancelled: field.whole(), open: field.whole() }),
  }),
};
