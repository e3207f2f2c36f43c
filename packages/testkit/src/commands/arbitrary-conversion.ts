import type { Command, PlaceOrder } from '@fft/engine';
import fc from 'fast-check';
import { streamMarkets } from './stream-markets.ts';

/** FOK limit orders: sells, and buys that spend an amount. Most reach far into the book. */
export const wholeOrders = (order: fc.Arbitrary<PlaceOrder>, amount: fc.Arbitrary<number>): fc.Arbitrary<PlaceOrder> =>
  fc.tuple(order, amount, fc.nat(2)).map(([limit, spent, reach]) => whole(limit, limit.side, { spent, reach }));

interface Wish {
  readonly spent: number;
  readonly reach: number;
}

function whole(limit: PlaceOrder, side: PlaceOrder['side'], { spent, reach }: Wish): PlaceOrder {
  const sized = side === 'buy' ? { quantityLots: 0, amount: spent } : {};
  const far = side === 'buy' ? 110 : 90;
  const priceTicks = reach === 0 ? limit.priceTicks : far;
  return { ...limit, side, timeInForce: 'FOK', postOnly: false, priceTicks, ...sized };
}

/** Mostly valid: over one market, or from one into another that shares a coin with it. The ids are few, so that some come again. */
export const conversions = (order: fc.Arbitrary<PlaceOrder>, amount: fc.Arbitrary<number>): fc.Arbitrary<Command> =>
  fc
    .record({
      order,
      wish: fc.record({ spent: amount, reach: fc.nat(2) }),
      route: fc.constantFrom([0], [1], [0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]),
      leastReceived: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20_000) }),
      number: fc.nat(30),
      oddity: fc.nat(15),
    })
    .map(({ order: given, wish, route: [from = 0, to], leastReceived, number, oddity }) => {
      const start = { type: 'convert' as const, time: given.time };
      const one = { ...given, market: from, clientOrderId: `v${number}` };
      if (to === undefined) return { ...start, first: whole(one, given.side, wish), leastReceived };
      const shared = oddity === 0 ? -1 : sharedCoin(from, to);
      const first = whole(one, shared === streamMarkets[from]?.base ? 'buy' : 'sell', wish);
      const gives = shared === streamMarkets[to]?.quote ? 'buy' : 'sell';
      const other = whole({ ...one, market: to, clientOrderId: `v${number}:2` }, gives, wish);
      const unsized = oddity === 1 ? {} : { quantityLots: 0, amount: 0 };
      return { ...start, first, second: { ...other, ...unsized }, leastReceived };
    });

function sharedCoin(from: number, to: number): number {
  const [one, other] = [streamMarkets[from], streamMarkets[to]];
  const coins = other === undefined ? [] : [other.base, other.quote];
  return [one?.base, one?.quote].find((coin) => coin !== undefined && coins.includes(coin)) ?? -1;
}
