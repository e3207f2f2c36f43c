import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** Maximum number of favourite markets per customer. */
const maxFavourites = 200;

/** Comma-separated symbols; may be empty. Duplicates are dropped. */
const symbols = lazy(() =>
  z.pipe(
    z.string('blank'),
    z.pipe(z.transform(parseSymbols), z.array(field.symbol()).check(z.maxLength(maxFavourites, 'tooLong'))),
  ),
);

function parseSymbols(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/**
 * Fires once when the last price reaches `price`: from below (`up`) or from above (`down`), relative to the last price at creation. `fired` is the
 * trade that triggered it, null until then.
 */
export const priceAlert = lazy(() =>
  z.object({
    id: z.string(),
    symbol: z.string(),
    price: field.decimal(),
    direction: z.enum(['up', 'down']),
    time: field.time(),
    fired: z.nullable(z.object({ time: field.time(), price: field.decimal() })),
  }),
);
export type PriceAlert = SchemaOutput<typeof priceAlert>;

export const watchlistCalls = {
  favourites: defineCall({
    method: 'GET',
    path: '/api/user/favourites.html',
    auth: 'required',
    keyRight: 'read',
    summary: 'Lists my favourite markets, in my order.',
    input: () => z.object({}),
    output: () => z.array(z.string()),
  }),
  setFavourites: defineCall({
    method: 'POST',
    path: '/api/user/favourites.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Replaces my favourite markets: comma-separated symbols.',
    input: () => z.object({ symbols: symbols() }),
    output: () => z.array(z.string()),
  }),
  alerts: defineCall({
    method: 'GET',
    path: '/api/user/alerts.html',
    auth: 'required',
    keyRight: 'read',
    summary: 'Lists my price alerts, newest first: all pending ones and the latest 100 fired.',
    input: () => z.object({}),
    output: () => z.array(priceAlert()),
  }),
  createAlert: defineCall({
    method: 'POST',
    path: '/api/user/alert_create.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Creates a price alert. If one is pending for the same market and price, the call returns it.',
    input: () => z.object({ symbol: field.symbol(), price: field.price() }),
    output: priceAlert,
  }),
  deleteAlert: defineCall({
    method: 'POST',
    path: '/api/user/alert_delete.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Deletes a price alert.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
};
