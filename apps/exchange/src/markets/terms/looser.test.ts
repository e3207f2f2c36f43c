import type { MarketLimits } from '@fft/engine';
import { expect, test } from 'vitest';
import { isLooser } from './looser.ts';

const limits = {
  minQuantityLots: 1,
  maxQuantityLots: 1000,
  minNotional: 10,
  maxNotional: 100_000,
  makerFeePpm: 800,
  takerFeePpm: 1000,
  bandPpm: 200_000,
  collarPpm: 50_000,
  maxOpenOrders: 200,
  volatilityPpm: 100_000,
  haltMs: 30_000,
  auctionMs: 30_000,
  maxFillsPerCommand: 1000,
  maxIcebergParts: 100,
  orderRules: 1,
} satisfies MarketLimits;

test.each<[keyof MarketLimits, number, number]>([
  ['makerFeePpm', 801, 700],
  ['takerFeePpm', 1001, 900],
  ['bandPpm', 200_001, 199_999],
  ['bandPpm', 0, 1],
  ['collarPpm', 50_001, 0],
  ['volatilityPpm', 100_001, 99_999],
  ['volatilityPpm', 0, 1],
  ['haltMs', 29_999, 60_000],
  ['auctionMs', 29_999, 60_000],
  ['maxQuantityLots', 1001, 999],
  ['maxNotional', 100_001, 99_999],
  ['minNotional', 9, 11],
  ['minQuantityLots', 0, 2],
  ['maxOpenOrders', 201, 199],
  ['maxFillsPerCommand', 1001, 999],
  ['maxFillsPerCommand', 0, 1],
  ['maxIcebergParts', 101, 99],
  ['maxIcebergParts', 0, 1],
  ['orderRules', 0, 1],
])('%s of %i is looser, of %i it is not', (name, looser, tighter) => {
  expect(isLooser(limits, { ...limits, [name]: looser })).toBe(true);
  expect(isLooser(limits, { ...limits, [name]: tighter })).toBe(false);
  // Tightening one limit doesn't pay for loosening another.
  expect(isLooser(limits, { ...limits, [name]: looser, makerFeePpm: 0 })).toBe(name !== 'makerFeePpm');
});

test('every limit has a direction', () => {
  expect(isLooser(limits, limits)).toBe(false);
  for (const name of Object.keys(limits) as (keyof MarketLimits)[]) {
    const changed = [limits[name] - 1, limits[name] + 1].map((value) => isLooser(limits, { ...limits, [name]: value }));
    expect([name, changed.includes(true), changed.includes(false)]).toEqual([name, true, true]);
  }
});
