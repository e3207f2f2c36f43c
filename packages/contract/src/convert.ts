import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/**
 * What one coin buys of another now. `symbol`, `side`, `price` and `quantity` are those of the limit order that converts at this quote: sent as
 * FOK, it fills whole at `price` or better, or not at all. `pay` is in the coin given, `receive` in the coin taken and after the fee, both as the book
 * stands; `payMax` and `receiveMin` hold at `price` and with any number of fills. Each fill's fee is rounded up to the coin's last place. `rate` is the expected price, in quote
 * coins. `margin`, a fraction, is what `price` lies beyond the worst price that the book needs.
 */
export const conversionQuote = lazy(() =>
  z.object({
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    price: field.decimal(),
    quantity: field.decimal(),
    rate: field.decimal(),
    pay: field.decimal(),
    payMax: field.decimal(),
    receive: field.decimal(),
    receiveMin: field.decimal(),
    fee: field.decimal(),
    margin: field.decimal(),
    time: field.time(),
    /** Ask again after it. */
    expiresAt: field.time(),
  }),
);
export type ConversionQuote = SchemaOutput<typeof conversionQuote>;

export const convertCalls = {
  quote: defineCall({
    method: 'GET',
    path: '/api/trade/quote.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary:
      'Quotes what an amount of one coin buys of another, from the book of the market that has both. Nothing is reserved: place the order of the quote as FOK to convert.',
    input: () => z.object({ from: field.coin(), to: field.coin(), amount: field.amount() }),
    output: conversionQuote,
  }),
};
