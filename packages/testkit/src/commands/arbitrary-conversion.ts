import type { Command, PlaceOrder } from '@fft/engine';
import fc from 'fast-check';
import { streamMarkets } from './stream-markets.ts';

/** FOK limit orders: sells, and buys that spend an amount. */
export const wholeOrders = (order: fc.Arbitrary<PlaceOrder>, amount: fc.Arbitrary<number>): fc.Arbitrary<PlaceOrder> =>
  fc.tuple(order, amount).map(([limit, spent]) => {
    const sized = limit.side === 'buy' ? { quantityLots: 0, amount: spent } : {};
    return { ...limit, timeInForce: 'FOK' as const, postOnly: false, ...sized };
  });

/** Mostly valid: over one market, or from one into another that shares a coin with it. The ids are few, so that some come again. */
export const conversions = (wholeOrder: fc.Arbitrary<PlaceOrder>): fc.Arbitrary<Command> =>
  fc
    .record({
      first: wholeOrder,
      second: wholeOrder,
      route: fc.constantFrom([0], [0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]),
      leastReceived: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20_000) }),
      number: fc.nat(8),
      oddity: fc.nat(15),
    })
    .map(({ first, second, route: [from = 0, to], leastReceived, number, oddity }) => {
      const { time: at } = first;
      const one = { ...first, market: from, clientOrderId: `v${number}` };
      if (to === undefined) return { type: 'convert' as const, time: at, first: one, leastReceived };
      const [ofFirst, ofSecond] = [streamMarkets[from], streamMarkets[to]];
      const brought = first.side === 'buy' ? ofFirst?.base : ofFirst?.quote;
      const gives = brought === ofSecond?.quote ? ('buy' as const) : ('sell' as const);
      const sized = oddity === 0 ? {} : { quantityLots: 0, amount: 0, side: gives };
      const other = { ...second, ...sized, owner: one.owner, market: to, clientOrderId: `v${number}:2` };
      return { type: 'convert' as const, time: at, first: one, second: other, leastReceived };
    });
