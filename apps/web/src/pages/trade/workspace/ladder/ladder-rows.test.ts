import type { Order } from '@fft/contract';
import { expect, it } from 'vitest';
import { marketScale } from '../../../../features/orders/market-scale.ts';
import { sampleMarket } from '../../form/sample-market.ts';
import { ladderRows, type LadderView, middleStep, ordersAt } from './ladder-rows.ts';

const market = { ...sampleMarket, tickSize: '0.1', pricePlaces: 1, lotSize: '0.00001', quantityPlaces: 5 };
const scale = marketScale(market);
const order = (id: string, side: 'buy' | 'sell', price: string, over: Partial<Order> = {}): Order =>
  ({ id, side, price, quantity: '0.02000', filled: '0.00500', ...over }) as Order;

const view = (over: Partial<LadderView> = {}): LadderView => ({
  centre: 970_000,
  reach: 2,
  stepTicks: 1,
  scale,
  book: {
    bids: [
      ['96999.9', '1.00000'],
      ['96999.8', '2.00000'],
    ],
    asks: [['97000.1', '3.00000']],
  },
  own: [],
  last: '97000.0',
  ...over,
});

it('has a row for every tick, the highest first, with what rests there', () => {
  expect(ladderRows(view()).map(({ price, bid, ask, isLast }) => [price, bid, ask, isLast])).toEqual([
    ['97000.2', '', '', false],
    ['97000.1', '', '3.00000', false],
    ['97000.0', '', '', true],
    ['96999.9', '1.00000', '', false],
    ['96999.8', '2.00000', '', false],
  ]);
});

it('rounds bids down and asks up to its steps, and adds up what falls together', () => {
  const rows = ladderRows(view({ centre: 97_000, stepTicks: 10, reach: 1 }));
  expect(rows.map(({ price, bid, ask }) => [price, bid, ask])).toEqual([
    ['97001.0', '', '3.00000'],
    ['97000.0', '', ''],
    ['96999.0', '3.00000', ''],
  ]);
});

it('shows the open part of the customer’s own orders at their prices', () => {
  const own = [order('a', 'buy', '96999.9'), order('b', 'buy', '96999.9'), order('c', 'sell', '97000.2')];
  const rows = ladderRows(view({ own }));
  expect(rows.map(({ ownBuy, ownSell }) => [ownBuy, ownSell])).toEqual([
    ['', '0.01500'],
    ['', ''],
    ['', ''],
    ['0.03000', ''],
    ['', ''],
  ]);
});

it('never goes below one step', () => {
  const prices = ladderRows(view({ centre: 1 })).map(({ price }) => price);
  expect(prices).toEqual(['0.5', '0.4', '0.3', '0.2', '0.1']);
});

it('is centred between the best prices, or at the last one where a side is empty', () => {
  expect(middleStep(view())).toBe(970_000);
  expect(middleStep(view({ book: { bids: [], asks: [['99000.0', '1']] } }))).toBe(970_000);
  expect(middleStep(view({ book: null, last: null }))).toBeNull();
});

it('finds the orders of a row by side, also in a coarse step', () => {
  const own = [order('a', 'buy', '96999.9'), order('b', 'buy', '96999.1'), order('c', 'sell', '96999.9')];
  const coarse = view({ stepTicks: 10 });
  expect(ordersAt(own, 'buy', '96999.0', coarse).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(ordersAt(own, 'sell', '97000.0', coarse).map(({ id }) => id)).toEqual(['c']);
});
