import { seededRandom } from '@fft/demo-market';
import { describe, expect, test } from 'vitest';
import { levelsPerSide, planQuotes, type QuotePlanOptions, type StandingQuote } from './plan-quotes.ts';
import { testMarket } from './testing/test-market.ts';

const references = { 'BTC/USDT': 97_400, 'LTC/BTC': 0.001067 } as const;

function optionsOf(symbol: keyof typeof references, standing: readonly StandingQuote[] = []): QuotePlanOptions {
  return {
    market: testMarket(symbol),
    reference: references[symbol],
    quoteWorth: symbol === 'LTC/BTC' ? 97_400 : 1,
    standing,
    appetite: { buy: 1, sell: 1 },
    allowed: null,
    random: seededRandom('quotes'),
  };
}

let ids = 0;
const stand = (options: QuotePlanOptions): StandingQuote[] =>
  planQuotes(options).place.map((quote) => ({ ...quote, clientOrderId: `q${++ids}` }));

describe.each(['BTC/USDT', 'LTC/BTC'] as const)('%s', (symbol) => {
  const { market, reference } = optionsOf(symbol);

  test('an empty book gets its levels: each at a price of its own, bids below and asks above the reference price, none crossing', () => {
    const quotes = stand(optionsOf(symbol));
    for (const side of ['buy', 'sell'] as const) {
      const ticks = quotes.filter((quote) => quote.side === side).map((quote) => quote.ticks);
      expect(new Set(ticks).size).toBe(levelsPerSide);
      expect(ticks.every((tick) => Number.isSafeInteger(tick))).toBe(true);
      expect(
        ticks.every((tick) => (side === 'buy' ? tick * market.tick < reference : tick * market.tick > reference)),
      ).toBe(true);
    }
    const best = (side: 'buy' | 'sell', pick: (...of: number[]) => number) =>
      pick(...quotes.filter((quote) => quote.side === side).map((quote) => quote.ticks));
    expect(best('sell', Math.min)).toBeGreaterThan(best('buy', Math.max));
    expect(best('sell', Math.min) / best('buy', Math.max) - 1).toBeLessThan(0.0025);
  });

  test('sizes are whole lots within the limits, and look like those of people', () => {
    const lots = stand(optionsOf(symbol)).map((quote) => quote.lots);
    expect(lots.every((lot) => Number.isSafeInteger(lot) && lot >= market.lotsLeast && lot <= market.lotsMost)).toBe(
      true,
    );
    expect(lots.filter((lot) => lot % 10 === 0).length).toBeLessThan(lots.length / 3);
  });

  test('what stands well is left alone', () => {
    const standing = stand(optionsOf(symbol));
    expect(planQuotes(optionsOf(symbol, standing))).toEqual({ cancel: [], place: [] });
  });

  test('a small move changes a few quotes only, and afterwards all is well again', () => {
    const standing = stand(optionsOf(symbol));
    const moved = { ...optionsOf(symbol), reference: reference * 1.0002 };
    const { cancel, place } = planQuotes({ ...moved, standing });
    expect(cancel.length).toBeLessThan(levelsPerSide);
    expect(cancel.length + place.length).toBeGreaterThan(0);
    const kept = standing.filter((quote) => !cancel.includes(quote));
    const next = [...kept, ...place.map((quote) => ({ ...quote, clientOrderId: `q${++ids}` }))];
    expect(planQuotes({ ...moved, standing: next }).cancel).toEqual([]);
    expect(
      next.every(({ side, ticks }) =>
        side === 'buy' ? ticks * market.tick < moved.reference : ticks * market.tick > moved.reference,
      ),
    ).toBe(true);
  });

  test('a jump cancels every quote that it passes', () => {
    const standing = stand(optionsOf(symbol));
    const reference = references[symbol] * 1.5;
    const { cancel } = planQuotes({ ...optionsOf(symbol, standing), reference });
    expect(cancel).toEqual(expect.arrayContaining(standing.filter(({ side }) => side === 'sell')));
  });

  test('no appetite, no quotes; and only prices that the market takes', () => {
    const standing = stand(optionsOf(symbol));
    const selling = planQuotes({ ...optionsOf(symbol, standing), appetite: { buy: 0, sell: 1 } });
    expect(selling.cancel).toEqual(standing.filter(({ side }) => side === 'buy'));
    expect(selling.place).toEqual([]);
    const least = reference / market.tick;
    const placed = planQuotes({ ...optionsOf(symbol), allowed: { least, most: least * 1.01 } }).place;
    expect(placed.length).toBeGreaterThan(0);
    expect(placed.every(({ ticks }) => ticks >= least && ticks <= least * 1.01)).toBe(true);
  });
});
