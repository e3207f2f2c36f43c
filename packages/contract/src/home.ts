import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { ticker } from './market.ts';

export const homeCalls = {
  carousel: defineCall({
    method: 'GET',
    path: '/api/home/spread.html',
    auth: 'none',
    rarelyChanges: true,
    weight: 3,
    summary:
      "Returns the home page's carousel and notices, in the caller's language. A null `image` means that the app draws its own; `link` is an app path or a URL, or null.",
    input: () => z.object({}),
    output: () =>
      z.object({
        banners: z.array(
          z.object({ id: z.string(), image: z.nullable(z.string()), title: z.string(), link: z.nullable(z.string()) }),
        ),
        notices: z.array(z.object({ id: z.string(), title: z.string() })),
      }),
  }),
  rankings: defineCall({
    method: 'GET',
    path: '/api/home/market_symbols.html',
    auth: 'none',
    weight: 3,
    summary:
      'Returns the markets of the home page: featured, top gainers, top losers, and highest turnover in USDT over the last 24 hours.',
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
