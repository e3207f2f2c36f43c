import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { ticker } from './market.ts';

export const homeCalls = {
  carousel: defineCall({
    method: 'GET',
    path: '/api/home/spread.html',
    auth: 'none',
    weight: 3,
    summary:
      "The home page's carousel and notices, in the caller's language. `image` is null where the app draws its own; `link` is a path of the app or an address, null where there is nothing to open.",
    input: () => z.object({}),
    output: () =>
      z.object({
        banners: z.array(
          z.object({ id: z.string(), image: z.nullable(z.string()), title: z.string(), link: z.nullable(z.string()) }),
        ),
        notices: z.array(z.object({ id: z.string(), title: z.string() })),
      }),
  }),
  marketSymbols: defineCall({
    method: 'GET',
    path: '/api/home/market_symbols.html',
    auth: 'none',
    weight: 3,
    summary:
      'The markets that the home page shows: the featured ones, those that rose, fell and traded most over the last 24 hours (compared in USDT).',
    input: () => z.object({}),
    output: () =>
      z.object({
        featured: z.array(ticker()),
        gainers: z.array(ticker()),
        losers: z.array(ticker()),
        volume: z.array(ticker()),
      }),
  }),
};
