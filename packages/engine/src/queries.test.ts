import {
  buildAmend,
  buildCancel,
  buildHold,
  buildMarketOrder,
  buildOrder,
  buildTransfer,
  initialBalance,
  openTestEngine,
  testMarket,
} from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';

const none = { available: 0, frozen: 0 };

describe.each(bothEngines)('queries, with %s', (_name, make) => {
  test('for unknown things have empty results', () => {
    const { engine, apply } = openTestEngine(make);
    apply(buildOrder({ clientOrderId: 'a' }), buildOrder({ clientOrderId: 'refused', priceTicks: 10, owner: 1003 }));
    for (const orderId of [0, -1, 2, 0.5, 1.5, Number.NaN, Infinity, 2 ** 40])
      expect(engine.openOrder(orderId)).toBe(null);
    for (const id of ['', 'b', 'a b', 'refused', 'x'.repeat(65)]) {
      expect([engine.orderIdOf(1000, id), engine.withdrawal(1000, id)]).toEqual([null, null]);
    }
    for (const owner of [1, 999, 1001, 1000.5]) {
      expect([engine.orderIdOf(owner, 'a'), engine.withdrawal(owner, 'a'), engine.feeOverride(owner)]).toEqual([
        null,
        null,
        null,
      ]);
      expect(engine.openOrders(owner)).toEqual([]);
    }
    expect(engine.balances(999)).toEqual([]);
    expect([engine.balance(999, 'coin', 0), engine.balance(1000, 'fiat', 0), engine.balance(1000, 'coin', 9)]).toEqual([
      none,
      none,
      none,
    ]);
    for (const market of [-1, 1, 0.5, Number.NaN]) {
      expect([engine.depth(market, 5), engine.lastPriceTicks(market)]).toEqual([{ bids: [], asks: [] }, 0]);
      expect(engine.openOrders(1000, market)).toEqual([]);
    }
  });

  test('of the book return the requested number of levels, best first', () => {
    const { engine, place } = openTestEngine(make);
    for (const priceTicks of [98, 100, 99, 100]) place({ priceTicks });
    for (const priceTicks of [103, 101, 102, 101]) place({ owner: 1001, side: 'sell', priceTicks, quantityLots: 3 });
    const bids = [
      [100, 20],
      [99, 10],
      [98, 10],
    ];
    const asks = [
      [101, 6],
      [102, 3],
      [103, 3],
    ];
    for (const levels of [0, 1, 2, 3, 9]) {
      expect(engine.depth(0, levels)).toEqual({ bids: bids.slice(0, levels), asks: asks.slice(0, levels) });
    }
  });

  test('of an owner’s accounts return those with postings, by asset, coin first', () => {
    const { engine, apply } = openTestEngine(make);
    apply(buildTransfer({ asset: 1, amount: 5 }), buildTransfer({ asset: 0, amount: initialBalance }));
    const coin = { kind: 'coin', frozen: 0 };
    const fiat = { kind: 'fiat', frozen: 0 };
    expect(engine.balances(1000)).toEqual([
      { ...coin, asset: 0, available: 0 },
      { ...fiat, asset: 0, available: initialBalance },
      { ...coin, asset: 1, available: initialBalance - 5 },
      { ...fiat, asset: 1, available: 5 },
    ]);
    expect(engine.balance(1000, 'fiat', 1)).toEqual({ available: 5, frozen: 0 });
    // The first order in a market opens accounts; without postings they are not returned.
    apply(
      { type: 'openMarket', time: 0, market: { ...testMarket, symbol: 'ETH/USDT', base: 2 } },
      buildOrder({ market: 1 }),
    );
    expect(engine.balances(1000).map(({ asset }) => asset)).toEqual([0, 0, 1, 1]);
  });

  test('of orders return their present state, newest first', () => {
    const { engine, apply, place } = openTestEngine(make);
    apply({ type: 'openMarket', time: 3, market: { ...testMarket, symbol: 'ETH/USDT', base: 2 } });
    place({ clientOrderId: 'elsewhere', market: 1, time: 4 });
    place({ clientOrderId: 'berg', quantityLots: 20, visibleLots: 5, expiresAt: 99 });
    place({ owner: 1001, side: 'sell', quantityLots: 7 });
    apply(buildAmend({ clientOrderId: 'berg', priceTicks: 99, quantityLots: 18 }));
    apply(buildOrder({ clientOrderId: 'stop', stopTicks: 120, stopDirection: 'rising', priceTicks: 121, time: 5 }));
    apply(buildAmend({ clientOrderId: 'stop', priceTicks: 122, quantityLots: 4 }));
    apply(buildMarketOrder({ clientOrderId: 'dear', amount: 900, stopTicks: 130, stopDirection: 'rising' }));

    const berg = { priceTicks: 99, quantityLots: 18, visibleLots: 5, expiresAt: 99, time: 4 };
    const stop = { priceTicks: 122, quantityLots: 4, stopTicks: 120, stopDirection: 'rising', time: 5 };
    const dear = {
      orderType: 'market',
      priceTicks: 0,
      quantityLots: 0,
      amount: 900,
      stopTicks: 130,
      stopDirection: 'rising',
    };
    expect(engine.openOrders(1000)).toEqual([
      {
        orderId: 5,
        command: buildOrder({ clientOrderId: 'dear', ...dear, time: 5 } as object),
        filledLots: 0,
        openLots: 0,
        held: 900,
        isWaiting: true,
        trailedTicks: 0,
      },
      {
        orderId: 4,
        command: buildOrder({ clientOrderId: 'stop', ...stop } as object),
        filledLots: 0,
        openLots: 4,
        held: 4880,
        isWaiting: true,
        trailedTicks: 0,
      },
      {
        orderId: 2,
        command: buildOrder({ clientOrderId: 'berg', ...berg }),
        filledLots: 7,
        openLots: 11,
        held: 10_890,
        isWaiting: false,
        trailedTicks: 0,
      },
      {
        orderId: 1,
        command: buildOrder({ clientOrderId: 'elsewhere', market: 1, time: 4 }),
        filledLots: 0,
        openLots: 10,
        held: 10_000,
        isWaiting: false,
        trailedTicks: 0,
      },
    ]);
    place({ market: 1, priceTicks: 90 });
    const all = engine.openOrders(1000);
    expect(all.map(({ orderId }) => orderId)).toEqual([6, 5, 4, 2, 1]);
    expect(engine.openOrders(1000, 1)).toEqual([all[0], all[4]]);
    expect(engine.openOrders(1000, 0)).toEqual(all.slice(1, 4));
    expect(all.map(({ orderId }) => engine.openOrder(orderId))).toEqual(all);
    expect(engine.openOrder(3)).toBe(null);
    apply(buildCancel({ orderId: 2 }));
    expect([engine.openOrder(2), engine.orderIdOf(1000, 'berg')]).toEqual([null, 2]);
  });

  test('of a withdrawal return its state, and null if it was rejected', () => {
    const { engine, apply } = openTestEngine(make);
    const shape = { asset: 1, kind: 'coin', destination: 'chain', amount: 10, fee: 1 };
    apply(
      buildHold({ requestId: 'a' }),
      buildHold({ requestId: 'b', destination: 'adjustments' }),
      buildHold({ requestId: 'c', amount: 2 * initialBalance }),
    );
    expect(engine.withdrawal(1000, 'a')).toEqual({ ...shape, state: 'held' });
    expect(engine.withdrawal(1000, 'b')).toEqual({ ...shape, destination: 'adjustments', state: 'held' });
    expect(engine.withdrawal(1000, 'c')).toBe(null);
    apply(
      { type: 'settleWithdrawal', time: 0, owner: 1000, requestId: 'a' },
      { type: 'releaseWithdrawal', time: 0, owner: 1000, requestId: 'b' },
    );
    expect(engine.withdrawal(1000, 'a')).toEqual({ ...shape, state: 'settled' });
    expect(engine.withdrawal(1000, 'b')).toEqual({ ...shape, destination: 'adjustments', state: 'released' });
    expect(engine.withdrawal(1001, 'a')).toBe(null);
  });
});
