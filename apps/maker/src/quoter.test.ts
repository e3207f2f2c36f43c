import { PriceProcess, seededRandom } from '@fft/demo-market';
import { beforeEach, expect, test } from 'vitest';
import type { Quote, OpenQuote } from './plan-quotes.ts';
import { Quoter } from './quoter.ts';
import { testMarket } from './testing/test-market.ts';

/** Two markets that respond as an exchange does, and can be made to fail. */
class Books {
  readonly done: string[] = [];
  readonly openQuotes = new Map<string, OpenQuote & { symbol: string }>();
  cancelFails = false;
  onCancel = (): void => undefined;
  #ids = 0;

  of(symbol: string): readonly OpenQuote[] {
    return [...this.openQuotes.values()].filter((quote) => quote.symbol === symbol);
  }

  lookUpUnanswered(): Promise<void> {
    return Promise.resolve();
  }

  async cancel({ clientOrderId }: OpenQuote): Promise<void> {
    await Promise.resolve();
    this.onCancel();
    if (this.cancelFails) throw new Error('no answer');
    this.done.push('cancel');
    this.openQuotes.delete(clientOrderId);
  }

  async place({ symbol }: { symbol: string }, quote: Quote): Promise<void> {
    await Promise.resolve();
    this.done.push('place');
    const clientOrderId = `b${++this.#ids}`;
    this.openQuotes.set(clientOrderId, { ...quote, clientOrderId, symbol });
  }
}

const markets = [testMarket('BTC/USDT'), testMarket('LTC/BTC')];
const hourMs = 3_600_000;
let books: Books;
let quoter: Quoter;

beforeEach(async () => {
  books = new Books();
  quoter = new Quoter({
    markets,
    prices: new PriceProcess({ seed: 'quoter', anchor: 0 }),
    orders: books,
    inventory: { appetite: () => 1 },
    lastPrice: () => null,
    random: seededRandom('quoter'),
  });
  await quoter.step(0);
  books.done.length = 0;
});

const isSafe = (): boolean =>
  markets.every(({ symbol, tick }) =>
    books
      .of(symbol)
      .every(({ side, ticks }) =>
        side === 'buy'
          ? ticks * tick < (quoter.reference(symbol) ?? 0)
          : ticks * tick > (quoter.reference(symbol) ?? 0),
      ),
  );

test('the first step quotes every market', () => {
  for (const { symbol } of markets) expect(books.of(symbol)).toHaveLength(28);
  expect(isSafe()).toBe(true);
});

test('a step cancels quotes in the way in all markets, moves its prices, then places new quotes', async () => {
  const before = quoter.reference('BTC/USDT');
  const during: (number | null)[] = [];
  books.onCancel = () => during.push(quoter.reference('BTC/USDT'));
  await quoter.step(hourMs);
  expect(books.done).toContain('cancel');
  expect(books.done.lastIndexOf('cancel')).toBeLessThan(books.done.indexOf('place'));
  expect(new Set(during)).toEqual(new Set([before]));
  expect(quoter.reference('BTC/USDT')).not.toBe(before);
  expect(isSafe()).toBe(true);
});

test('while a cancellation is unconfirmed, prices stay and nothing is placed', async () => {
  const before = markets.map(({ symbol }) => quoter.reference(symbol));
  books.cancelFails = true;
  await expect(quoter.step(hourMs)).rejects.toThrow('no answer');
  expect(markets.map(({ symbol }) => quoter.reference(symbol))).toEqual(before);
  expect(books.done).toEqual([]);
  books.cancelFails = false;
  await quoter.step(hourMs);
  expect(isSafe()).toBe(true);
});

test('small price moves change nothing', async () => {
  await quoter.step(1);
  expect(books.done).toEqual([]);
});
