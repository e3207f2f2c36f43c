import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type Made, once } from './once.ts';

/** Markets that a customer may watch at most. */
const favouritesMost = 200;

/** Symbols with commas between them; an empty text is none. One that comes twice counts once. */
const symbols = once(() =>
  z.pipe(
    z.string('blank'),
    z.pipe(z.transform(listOf), z.array(field.symbol()).check(z.maxLength(favouritesMost, 'tooLong'))),
  ),
);

function listOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/**
 * Tells once when the price reaches `price`: from below (`up`) or from above (`down`), as the last price stood when it was made. `fired` is the trade that did
 * it, null while it waits.
 */
export const priceAlert = once(() =>
  z.object({
    id: z.string(),
    symbol: z.string(),
    price: field.decimal(),
    direction: z.enum(['up', 'down']),
    time: field.time(),
    fired: z.nullable(z.object({ time: field.time(), price: field.decimal() })),
  }),
);
export type PriceAlert = Made<typeof priceAlert>;

export const watchlistCalls = {
  favourites: defineCall({
    method: 'GET',
    path: '/api/user/favourites.html',
    auth: 'required',
    summary: 'The markets that I watch, in my order.',
    input: () => z.object({}),
    output: () => z.array(z.string()),
  }),
  setFavourites: defineCall({
    method: 'POST',
    path: '/api/user/favourites.html',
    auth: 'required',
    summary: 'Puts another list in the place of the markets that I watch: symbols with commas between them.',
    input: () => z.object({ symbols: symbols() }),
    output: () => z.array(z.string()),
  }),
  alerts: defineCall({
    method: 'GET',
    path: '/api/user/alerts.html',
    auth: 'required',
    summary: 'My price alerts, newest first: those that wait, and the latest 100 that have fired.',
    input: () => z.object({}),
    output: () => z.array(priceAlert()),
  }),
  createAlert: defineCall({
    method: 'POST',
    path: '/api/user/alert_create.html',
    auth: 'required',
    summary:
      'Makes a price alert. One that waits for the same price of the same market already is answered as it stands.',
    input: () => z.object({ symbol: field.symbol(), price: field.price() }),
    output: priceAlert,
  }),
  deleteAlert: defineCall({
    method: 'POST',
    path: '/api/user/alert_delete.html',
    auth: 'required',
    summary: 'Deletes a price alert.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
};
