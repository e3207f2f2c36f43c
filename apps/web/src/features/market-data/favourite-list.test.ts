import { expect, it } from 'vitest';
import { parseFavourites } from './favourite-list.ts';

it('reads a list of markets and nothing else', () => {
  expect([...parseFavourites('["BTC/USDT",7,"ETH/BTC"]')]).toEqual(['BTC/USDT', 'ETH/BTC']);
  for (const text of [null, '', '{', '{"a":1}', '7']) expect(parseFavourites(text).size).toBe(0);
});
