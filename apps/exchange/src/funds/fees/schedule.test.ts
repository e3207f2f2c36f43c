import { expect, test } from 'vitest';
import { isDearer, isDearerSchedule, isGift, lowestOf, type Schedule } from './schedule.ts';
import type { Tier } from './tiers.ts';

const markets = [
  { makerPpm: 800, takerPpm: 1000 },
  { makerPpm: 400, takerPpm: 2000 },
];
const tier = (id: number, fromUsdt: number | null, makerPpm: number, takerPpm: number): Tier => {
  return { id, name: { zh: '一', en: 'One' }, fromUsdt, makerPpm, takerPpm };
};
const silver = tier(1, 10_000, 300, 500);
const gold = tier(2, 50_000, 200, 400);
const friends = tier(3, null, 0, 0);
const schedule = (...tiers: Tier[]): Schedule => ({ markets, tiers });

test('the lowest fees are those of markets and turnover, not those that operators assign', () => {
  expect(lowestOf(schedule(friends))).toEqual({ makerPpm: 400, takerPpm: 1000 });
  expect(lowestOf(schedule(silver, gold, friends))).toEqual({ makerPpm: 200, takerPpm: 400 });
});

const now = schedule(silver, gold, friends);
test.each<[string, Schedule, boolean]>([
  ['the same tiers', now, false],
  ['a lower fee of a tier', schedule({ ...silver, makerPpm: 299 }, gold, friends), false],
  ['a higher maker fee of a tier', schedule({ ...silver, makerPpm: 301 }, gold, friends), true],
  ['a higher taker fee of a tier', schedule(silver, { ...gold, takerPpm: 401 }, friends), true],
  ['a higher fee of a tier that operators assign', schedule(silver, gold, { ...friends, takerPpm: 1 }), true],
  ['a tier that needs more turnover', schedule({ ...silver, fromUsdt: 10_001 }, gold, friends), true],
  ['a tier that needs less', schedule({ ...silver, fromUsdt: 9_999 }, gold, friends), false],
  ['a tier that turnover no longer leads to', schedule({ ...silver, fromUsdt: null }, gold, friends), true],
  ['no tier where its customers then pay more', schedule(gold, friends), true],
  ['no tier that only operators assign', schedule(silver, gold), false],
  ['a new tier that costs less', schedule(silver, gold, friends, tier(4, 20_000, 250, 450)), false],
  ['a new tier that costs more than the one below', schedule(silver, gold, friends, tier(4, 20_000, 250, 501)), true],
  ['a new tier that costs more than one market', schedule(silver, gold, friends, tier(4, 1, 401, 1000)), true],
])('%s: dearer is %s', (_what, after, dearer) => {
  expect(isDearerSchedule(now, after)).toBe(dearer);
});

test('a customer’s fees are dearer if they are so in any market', () => {
  expect(isDearer(markets, null, { makerPpm: 400, takerPpm: 1000 })).toBe(false);
  expect(isDearer(markets, null, { makerPpm: 401, takerPpm: 1000 })).toBe(true);
  expect(isDearer(markets, { makerPpm: 0, takerPpm: 0 }, null)).toBe(true);
  expect(isDearer(markets, { makerPpm: 900, takerPpm: 2000 }, null)).toBe(false);
});

test('fees below those of any turnover are a gift, unless the customer has them already', () => {
  expect(isGift(now, null, { makerPpm: 200, takerPpm: 400 })).toBe(false);
  expect(isGift(now, null, { makerPpm: 199, takerPpm: 400 })).toBe(true);
  expect(isGift(now, silver, { makerPpm: 200, takerPpm: 399 })).toBe(true);
  expect(isGift(now, friends, { makerPpm: 0, takerPpm: 0 })).toBe(false);
  expect(isGift(now, friends, null)).toBe(false);
});
