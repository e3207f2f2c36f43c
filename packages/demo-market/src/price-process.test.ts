import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BrownianPaths } from './brownian-paths.ts';
import { seriesCount } from './chance.ts';
import { coinCharacter, coinNames } from './coins.ts';
import { MarketTime } from './market-time.ts';
import { PriceProcess } from './price-process.ts';

const anchor = Date.UTC(2026, 10, 20);
const dayMs = 86_400_000;
const process = (seed = 'the seed of this test') => new PriceProcess({ seed, anchor });

test('coins have their start prices at the anchor, and crosses follow from them', () => {
  const prices = process();
  expect(prices.price('BTC', 'USDT', anchor)).toBeCloseTo(97_400, 6);
  expect(prices.price('USDT', 'CNY', anchor)).toBeCloseTo(7.12, 9);
  expect(prices.price('ETH', 'BTC', anchor)).toBeCloseTo(3_418 / 97_400, 9);
  expect(prices.price('BTC', 'ABC', anchor)).toBeNull();
});

test('the same seed gives the same prices in any order of access; another seed gives others', () => {
  const times = Array.from({ length: 200 }, (_, index) => anchor - 30 * dayMs + index * 19_876_543);
  const ask = (prices: PriceProcess, order: readonly number[]) =>
    new Map(order.map((time) => [time, prices.price('SOL', 'USDT', time)]));
  const forwards = ask(process(), times);
  expect(ask(process(), times.toReversed())).toEqual(new Map([...forwards].toReversed()));
  expect(ask(process('another'), times)).not.toEqual(forwards);
});

test('prices are positive and stay within their range for years, before the anchor and after', () => {
  const prices = process();
  fc.assert(
    fc.property(fc.constantFrom(...coinNames), fc.integer({ min: -90, max: 4_000 }), (coin, days) => {
      const character = coinCharacter(coin);
      const price = prices.price(coin, 'USDT', anchor + days * dayMs) ?? 0;
      const moved = Math.abs(Math.log(price / (character?.startPrice ?? 1)));
      return price > 0 && moved <= (character?.range ?? 0) + 1e-9;
    }),
  );
});

test('coins are correlated, but not identical', () => {
  const prices = process();
  const moves = (coin: string) =>
    Array.from({ length: 2_000 }, (_, index) => {
      const time = anchor + index * 600_000;
      return Math.log((prices.price(coin, 'USDT', time + 600_000) ?? 0) / (prices.price(coin, 'USDT', time) ?? 1));
    });
  const together = correlation(moves('BTC'), moves('ETH'));
  expect(together).toBeGreaterThan(0.6);
  expect(together).toBeLessThan(0.95);
});

test('moves are uncorrelated at any interval: there is no trend and no mean reversion to exploit', () => {
  const paths = new BrownianPaths('a seed');
  for (const seconds of [1, 37, 600, 43_200]) {
    const values = Array.from({ length: 1_500 }, (_, index) => paths.at(1e6 + index * seconds));
    const moves = Array.from({ length: seriesCount }, (_, series) =>
      values.slice(1).map((value, index) => (value[series] ?? 0) - (values[index]?.[series] ?? 0)),
    );
    // Over all series, the bound exceeds four standard deviations of chance.
    const bound = 4.5 / Math.sqrt(seriesCount * 1_500);
    const mean = average(moves.map((series) => correlation(series.slice(1), series.slice(0, -1))));
    expect(Math.abs(mean)).toBeLessThan(bound);
    const variance = average(moves.map((series) => average(series.map((move) => move ** 2)))) / seconds;
    expect(variance).toBeGreaterThan(0.95);
    expect(variance).toBeLessThan(1.05);
  }
});

test('market time increases, agrees with real time every six hours, and runs faster in busy periods', () => {
  const time = new MarketTime('a seed');
  const sixHours = 21_600;
  for (let cell = 0; cell < 5; cell += 1) expect(time.at(cell * sixHours)).toBeCloseTo(cell * sixHours, 3);
  const minutes = Array.from({ length: 3_000 }, (_, index) => time.at(index * 60));
  expect(minutes.slice(1).every((value, index) => value > (minutes[index] ?? Infinity))).toBe(true);
  const activity = Array.from({ length: 20_000 }, (_, index) => time.activity(index * 20));
  expect(average(activity)).toBeGreaterThan(0.8);
  expect(average(activity)).toBeLessThan(1.25);
  expect(Math.max(...activity)).toBeGreaterThan(4);
});

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [oneMean, otherMean] = [average(one), average(other)];
  const covariance = average(one.map((value, index) => (value - oneMean) * ((other[index] ?? 0) - otherMean)));
  const deviation = (values: readonly number[], mean: number) =>
    Math.sqrt(average(values.map((value) => (value - mean) ** 2)));
  return covariance / (deviation(one, oneMean) * deviation(other, otherMean));
}
