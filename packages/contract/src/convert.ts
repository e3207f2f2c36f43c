import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';
import { order } from './orders/order.ts';

/**
 * One market of a conversion, as its book stands. `price` is the order's limit: beyond the worst price that it needs by the quote's margin. `rate` is its average price,
 * in quote coins. `pay` is in the coin given there; `receive` and `fee` are in `feeCoin`, the coin taken there.
 */
const conversionLeg = lazy(() =>
  z.object({
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    price: field.decimal(),
    rate: field.decimal(),
    pay: field.decimal(),
    receive: field.decimal(),
    fee: field.decimal(),
    feeCoin: z.string(),
  }),
);

/**
 * What one coin buys of another now, over one market or over two. `pay` is what is spent of the amount: all but what pays for no whole lot. `receive` is after all fees,
 * as the books stand; `receiveMin` is less by `margin`, a fraction. Sent back with the conversion, it holds: the conversion brings at least that, or isn't made. With two
 * legs, what the first brings beyond the second one's whole lots stays, in the coin between.
 */
export const conversionQuote = lazy(() =>
  z.object({
    from: z.string(),
    to: z.string(),
    legs: z.array(conversionLeg()),
    pay: field.decimal(),
    receive: field.decimal(),
    receiveMin: field.decimal(),
    margin: field.decimal(),
    time: field.time(),
    /** Ask again after it. */
    expiresAt: field.time(),
  }),
);
export type ConversionQuote = SchemaOutput<typeof conversionQuote>;

/** A conversion that was made: what it cost and brought after all fees, and its orders, first to last. */
export const conversion = lazy(() =>
  z.object({
    clientId: z.string(),
    from: z.string(),
    to: z.string(),
    pay: field.decimal(),
    receive: field.decimal(),
    orders: z.array(order()),
  }),
);
export type Conversion = SchemaOutput<typeof conversion>;

const terms = lazy(() => ({ from: field.coin(), to: field.coin(), amount: field.amount() }));

/** Leaves room for the ids of its orders. */
const shortId = lazy(() =>
  z.string('blank').check(z.minLength(1, 'blank'), z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'clientId')),
);

export const convertCalls = {
  quote: defineCall({
    method: 'GET',
    path: '/api/trade/quote.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary:
      'Quotes what an amount of one coin buys of another, over the market that has both, or over two markets with a coin between. Nothing is reserved.',
    input: () => z.object(terms()),
    output: conversionQuote,
  }),
  execute: defineCall({
    method: 'POST',
    path: '/api/trade/convert.html',
    auth: 'required',
    keyRight: 'trade',
    weight: 5,
    summary:
      'Converts an amount of one coin into another, as one act: whole and with at least the amount to receive, or not at all. Repeating a clientId answers with the conversion that it made.',
    input: () => z.object({ clientId: shortId(), ...terms(), receiveMin: field.amount() }),
    output: conversion,
  }),
};
