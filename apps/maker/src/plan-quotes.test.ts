import { seededRandom } from '@fft/demo-market';
import { describe, expect, test } from 'vitest';
import { levelsPerSide, planQuotes, type QuotePlanOptions, type OpenQuote } from './plan-quotes.ts';
import { testMarket } from './testing/test-market.ts';

const references = { 'BTC/USDT': 97_400, 'LTC/BTC': 0.001067 } as const;

function optionsOf(symbol: keyof typeof references, openQuotes: readonly OpenQuote[] = []): QuotePlanOptions {
  return {
    market: testMarket(symbol),
    reference: references[symbol],
    quoteWorth: symbol === 'LTC/BTC' ? 97_400 : 1,
    openQuotes,
    appetite: { buy: 1, sell: 1 },
    allowed: null,
    random: seededRandom('quotes'),
  };
}

let ids = 0;
const quotesFor = (options: QuotePlanOptions): OpenQuote[] =>
  planQuotes(options).place.map((quote) => ({ ...quote, clientOrderId: `q${++ids}` }));

describe.each(['BTC/USDT', 'LTC/BTC'] as const)('%s', (symbol) => {
  const { market, reference } = optionsOf(symbol);

  test('an empty book gets levels at distinct prices, bids below and asks above the reference price, none crossing', () => {
    const quotes = quotesFor(optionsOf(symbol));
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

  test('sizes are whole lots within the limits, and look natural', () => {
    const lots = quotesFor(optionsOf(symbol)).map((quote) => quote.lots);
    expect(lots.every((lot) => Number.isSafeInteger(lot) && lot >= market.minLots && lot <= market.maxLots)).toBe(true);
    expect(lots.filter((lot) => lot % 10 === 0).length).toBeLessThan(lots.length / 3);
  });

  test('well-placed quotes stay', () => {
    const openQuotes = quotesFor(optionsOf(symbol));
    expect(planQuotes(optionsOf(symbol, openQuotes))).toEqual({ cancel: [], place: [] });
  });

  test('a small move changes only a few quotes, and the result is stable', () => {
    const openQuotes = quotesFor(optionsOf(symbol));
    const moved = { ...optionsOf(symbol), reference: reference * 1.0002 };
    const { cancel, place } = planQuotes({ ...moved, openQuotes });
    expect(cancel.length).toBeLessThan(levelsPerSide);
    expect(cancel.length + place.length).toBeGreaterThan(0);
    const kept = openQuotes.filter((quote) => !cancel.includes(quote));
    const next = [...kept, ...place.map((quote) => ({ ...quote, clientOrderId: `q${++ids}` }))];
    expect(planQuotes({ ...moved, openQuotes: next }).cancel).toEqual([]);
    expect(
      next.every(({ side, ticks }) =>
        side === 'buy' ? ticks * market.tick < moved.reference : ticks * market.tick > moved.reference,
      ),
    ).toBe(true);
  });

  test('a jump cancels every quote that it crosses', () => {
    const openQuotes = quotesFor(optionsOf(symbol));
    const reference = references[symbol] * 1.5;
    const { cancel } = planQuotes({ ...optionsOf(symbol, openQuotes), reference });
    expect(cancel).toEqual(expect.arrayContaining(openQuotes.filter(({ side }) => side === 'sell')));
  });

  test('no quotes without appetite, and only prices that the market accepts', () => {
    const openQuotes = quotesFor(optionsOf(symbol));
    const selling = planQuotes({ ...optionsOf(symbol, openQuotes), appetite: { buy: 0, sell: 1 } });
    expect(selling.cancel).toEqual(openQuotes.filter(({ side }) => side === 'buy'));
    expect(selling.place).toEqual([]);
    const least = reference / market.tick;
    const placed = planQuotes({ ...optionsOf(symbol), allowed: { least, most: least * 1.01 } }).place;
    expect(placed.length).toBeGreaterThan(0);
    expect(placed.every(({ ticks }) => ticks >= least && ticks <= least * 1.01)).toBe(true);
  });
});
