import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/**
 * A coin or currency as people know it: its names, and `words` that a search finds it by beside them: other names, pinyin and initials, in lower case
 * and without spaces.
 */
export const coinNames = lazy(() =>
  z.object({
    coin: z.string(),
    name: z.object({ zh: z.string(), en: z.string() }),
    words: z.array(z.string()),
  }),
);
export type CoinNames = SchemaOutput<typeof coinNames>;

/** What coins are called. Its own area: pages load it with their searches. */
export const coinCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/market/coins.html',
    auth: 'none',
    rarelyChanges: true,
    summary:
      'Lists all coins and currencies with their names in both languages and the words that a search finds them by.',
    input: () => z.object({}),
    output: () => z.array(coinNames()),
  }),
};
