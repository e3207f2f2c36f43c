import { buildOrder, openTestEngine } from '@fft/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command, PlaceOrder } from './command.ts';

const setState = (state: 'auction' | 'open'): Command => ({ type: 'setMarketState', time: 0, market: 0, state });

/** The trades as `lots@price`, in order. */
function tradesOf(lines: readonly string[]): string {
  const trades = lines.map((line) => /^filled .*priceTicks=(\d+) quantityLots=(\d+)/.exec(line));
  return trades.flatMap((trade) => (trade === null ? [] : [`${trade[2]}@${trade[1]}`])).join(' ');
}

/** Parses `lots@price`. */
function levelsOf(text: string): { priceTicks: number; quantityLots: number }[] {
  return [...text.matchAll(/(\d+)@(\d+)/g)].map(([, lots, ticks]) => ({
    quantityLots: Number(lots),
    priceTicks: Number(ticks),
  }));
}

describe.each(bothEngines)('an auction, with %s', (_name, make) => {
  /** The trades of an auction of these bids and asks, after a last trade at `last` (0: none). */
  function auction(bids: string, asks: string, lastTicks: number): string {
    const { apply } = openTestEngine(make);
    if (lastTicks > 0) {
      const last = { priceTicks: lastTicks, quantityLots: 1 };
      apply(buildOrder({ ...last, side: 'sell', owner: 1001 }), buildOrder(last));
    }
    apply(setState('auction'));
    for (const bid of levelsOf(bids)) apply(buildOrder(bid));
    for (const ask of levelsOf(asks)) apply(buildOrder({ ...ask, side: 'sell', owner: 1001 }));
    return tradesOf(apply(setState('open')));
  }

  test.each([
    ['nothing if nothing is crossed', '5@100', '5@101', 0, ''],
    ['nothing if one side is empty', '5@100', '', 0, ''],
    ['orders that meet at one price', '5@100', '5@100', 0, '5@100'],
    ['at the price that trades most', '8@103 2@100', '3@100 5@102', 0, '3@102 5@102'],
    ['at the price that leaves less, if two trade as much', '5@105 4@101', '5@100 1@104', 0, '5@104'],
    ['nearest to the last price, if several leave as much', '5@105', '5@100', 103, '5@103'],
    ['at the nearest order, if the last price is above', '5@105', '5@100', 110, '5@105'],
    ['at the nearest order, if the last price is below', '5@105', '5@100', 90, '5@100'],
    ['at the lowest price, if there is no last price', '5@105', '5@101', 0, '5@101'],
    ['at the last price at the edge', '5@105', '5@100', 105, '5@105'],
  ])('trades %s', (_what, bids, asks, last, trades) => {
    expect(auction(bids, asks, last)).toBe(trades);
  });

  test('a buyer gets back the difference between their limit and the price', () => {
    const { apply, engine } = openTestEngine(make);
    const before = engine.balance(1000, 'coin', 1);
    apply(
      setState('auction'),
      buildOrder({ side: 'sell', owner: 1001, priceTicks: 90 }),
      buildOrder({ priceTicks: 90, quantityLots: 4 }),
    );
    apply(buildOrder({ priceTicks: 110, quantityLots: 6 }), setState('open'));
    const after = engine.balance(1000, 'coin', 1);
    expect([before.available - after.available, after.frozen]).toEqual([90 * 10 * 10, 0]);
  });

  test.each([
    ['cancelNewest', ['sell']],
    ['cancelOldest', ['buy']],
    ['cancelBoth', []],
  ] as const)('of one owner’s own orders the newer one decides: %s', (selfTrade, left) => {
    const { apply, engine } = openTestEngine(make);
    apply(setState('auction'), buildOrder({ side: 'sell', priceTicks: 90, selfTrade: 'cancelNewest' }));
    const lines = apply(buildOrder({ priceTicks: 110, selfTrade }), setState('open'));
    expect(tradesOf(lines)).toBe('');
    expect(engine.openOrders(1000).map(({ command }) => command.side)).toEqual(left);
  });

  test('a book left crossed by self-trade prevention trades at a second price', () => {
    const { apply, engine } = openTestEngine(make);
    apply(setState('auction'), buildOrder({ side: 'sell', priceTicks: 90, quantityLots: 5 }));
    apply(buildOrder({ priceTicks: 110, quantityLots: 5, selfTrade: 'cancelNewest' }));
    apply(buildOrder({ owner: 1001, priceTicks: 95, quantityLots: 3 }));
    expect(tradesOf(apply(setState('open')))).toBe('3@90');
    expect(engine.depth(0, 9)).toEqual({ bids: [], asks: [[90, 2]] });
  });
});

const order = fc.record({
  owner: fc.constantFrom(1000, 1001, 1002),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  priceTicks: fc.integer({ min: 97, max: 103 }),
  quantityLots: fc.integer({ min: 1, max: 9 }),
  selfTrade: fc.constantFrom('cancelNewest' as const, 'cancelOldest' as const, 'cancelBoth' as const),
  isValidIceberg: fc.nat(9).map((one) => one === 0),
});

test('engine and oracle agree on any auction', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 14, size: 'max' }), fc.nat(8), (orders, last) => {
      const commands: Command[] = [];
      if (last > 0) {
        const at = { priceTicks: 95 + last, quantityLots: 1 };
        commands.push(buildOrder({ ...at, owner: 1001, side: 'sell' }), buildOrder(at));
      }
      commands.push(setState('auction'));
      for (const { isValidIceberg, ...fields } of orders) {
        const extra: Partial<PlaceOrder> = isValidIceberg ? { visibleLots: 1 } : {};
        commands.push(buildOrder({ ...fields, ...extra }));
      }
      commands.push(setState('open'));
      const [mine, oracles] = bothEngines.map(([, make]) =>
        openTestEngine((listener) => make(listener)).apply(...commands),
      );
      expect(mine).toEqual(oracles);
    }),
    { seed: 1, numRuns: 400 },
  );
});
