import {
  openTestEngine as open,
  buildCancel,
  buildDeposit,
  buildMarketOrder,
  buildOrder,
  buildTransfer,
  fatesOf,
  initialBalance,
  listing,
  testMarket,
} from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command, MarketRules } from './command.ts';

const btc = 0;
const usdt = 1;
const rich = initialBalance;

describe.each(bothEngines)('%s', (_name, make) => {
  describe('price, then arrival', () => {
    test('fills four levels, each at the price of its makers, the earliest first', () => {
      const { place, engine } = open(make);
      for (const [owner, priceTicks] of [
        [1001, 103],
        [1001, 101],
        [1002, 101],
        [1001, 100],
        [1002, 102],
      ] as const) {
        place({ owner, side: 'sell', priceTicks, quantityLots: 5 });
      }
      expect(place({ side: 'buy', priceTicks: 102, quantityLots: 22 })).toEqual([
        'fill 4: 5 at 100',
        'orderDone 4 1001 0',
        'fill 2: 5 at 101',
        'orderDone 2 1001 0',
        'fill 3: 5 at 101',
        'orderDone 3 1002 0',
        'fill 5: 5 at 102',
        'orderDone 5 1002 0',
        'orderRested 6 2',
      ]);
      expect(engine.depth(0, 5)).toEqual({ bids: [[102, 2]], asks: [[103, 5]] });
      expect(engine.lastPriceTicks(0)).toBe(102);
    });

    test('a replenished iceberg queues behind all orders at its price', () => {
      const { place, engine } = open(make);
      place({ quantityLots: 10, visibleLots: 3 });
      place({ owner: 1002, quantityLots: 5 });
      const events = place({ owner: 1001, side: 'sell', quantityLots: 10 });
      expect(events.filter((event) => event.startsWith('fill'))).toEqual([
        'fill 1: 3 at 100',
        'fill 2: 5 at 100',
        'fill 1: 2 at 100',
      ]);
      expect(engine.depth(0, 5)).toEqual({ bids: [[100, 1]], asks: [] });
    });

    test('a better price than the limit releases the difference in the same command', () => {
      const { place, engine } = open(make);
      place({ owner: 1001, side: 'sell', priceTicks: 90, quantityLots: 4 });
      place({ side: 'buy', priceTicks: 100, quantityLots: 10 });
      expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: rich - 4 * 900 - 6 * 1000, frozen: 6000 });
      expect(engine.balance(1000, 'coin', btc)).toEqual({ available: rich + 4000, frozen: 0 });
      expect(engine.balance(1001, 'coin', btc)).toEqual({ available: rich - 4000, frozen: 0 });
    });

    test('a fee is taken from the received amount, rounded up, and goes to the house', () => {
      const { place, engine } = open(make, { makerFeePpm: 1000, takerFeePpm: 1 });
      place({ owner: 1001, side: 'sell', priceTicks: 101, quantityLots: 3 });
      place({ side: 'buy', priceTicks: 101, quantityLots: 3 });
      // 3 lots are 3000 units of base: a millionth is rounded up to 1; 3030 of quote: a thousandth, to 4.
      expect(engine.balance(1000, 'coin', btc).available).toBe(rich + 2999);
      expect(engine.balance(1001, 'coin', usdt).available).toBe(rich + 3026);
      expect(engine.balances(1)).toEqual([
        { kind: 'coin', asset: btc, available: 1, frozen: 0 },
        { kind: 'coin', asset: usdt, available: 4, frozen: 0 },
      ]);
    });

    test('a fee of 100 % leaves exactly nothing', () => {
      const { place, engine } = open(make, { takerFeePpm: 1_000_000 });
      place({ owner: 1001, side: 'sell', quantityLots: 3 });
      place({ side: 'buy', quantityLots: 3 });
      expect(engine.balance(1000, 'coin', btc).available).toBe(rich);
    });
  });

  describe('time in force', () => {
    test('IOC: the unfilled rest is cancelled', () => {
      const { place, engine } = open(make);
      place({ owner: 1001, side: 'sell', quantityLots: 4 });
      expect(place({ timeInForce: 'IOC', quantityLots: 10 })).toEqual([
        'fill 1: 4 at 100',
        'orderDone 1 1001 0',
        'orderCancelled 2 1000 0 immediateOrCancel',
      ]);
      expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: rich - 4000, frozen: 0 });
    });

    test('FOK: fills completely, or is rejected if one lot is missing', () => {
      const { place, engine } = open(make);
      place({ owner: 1001, side: 'sell', priceTicks: 100, quantityLots: 4 });
      place({ owner: 1002, side: 'sell', priceTicks: 101, quantityLots: 5 });
      expect(place({ timeInForce: 'FOK', priceTicks: 101, quantityLots: 10 })).toEqual([
        'rejected fillOrKillUnfillable',
      ]);
      expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: rich, frozen: 0 });
      expect(place({ timeInForce: 'FOK', priceTicks: 101, quantityLots: 9 }).at(-1)).toBe('orderDone 3 1000 0');
    });

    test.each([
      ['cancelNewest', ['rejected fillOrKillUnfillable']],
      ['cancelBoth', ['rejected fillOrKillUnfillable']],
      [
        'cancelOldest',
        ['orderCancelled 1 1000 0 selfTrade', 'fill 2: 5 at 100', 'orderDone 2 1001 0', 'orderDone 3 1000 0'],
      ],
    ] as const)('FOK with %s counts only what it can reach', (selfTrade, fates) => {
      const { place } = open(make);
      place({ side: 'sell', quantityLots: 5 });
      place({ owner: 1001, side: 'sell', quantityLots: 5 });
      expect(place({ timeInForce: 'FOK', quantityLots: 5, selfTrade })).toEqual(fates);
    });

    test('post-only: crossing by a tick is rejected, a tick below is not', () => {
      const { place } = open(make);
      place({ owner: 1001, side: 'sell', priceTicks: 101 });
      expect(place({ postOnly: true, priceTicks: 101 })).toEqual(['rejected postOnlyWouldCross']);
      expect(place({ postOnly: true, priceTicks: 100 })).toEqual(['orderRested 2 10']);
    });
  });

  describe('market orders', () => {
    test('a buy by amount buys whole lots and releases the rest', () => {
      const { place, market, engine } = open(make);
      place({ owner: 1001, side: 'sell', priceTicks: 100, quantityLots: 5 });
      place({ owner: 1001, side: 'sell', priceTicks: 101, quantityLots: 5 });
      expect(market({ amount: 5000 + 2 * 1010 + 1009 }).at(-1)).toBe('orderDone 3 1000 0');
      expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: rich - 7020, frozen: 0 });
      expect(engine.balance(1000, 'coin', btc).available).toBe(rich + 7000);
    });

    test('a buy by amount takes a lot that costs exactly the rest', () => {
      const { place, market, engine } = open(make);
      place({ owner: 1001, side: 'sell', priceTicks: 100, quantityLots: 2 });
      place({ owner: 1001, side: 'sell', priceTicks: 101, quantityLots: 5 });
      expect(market({ amount: 2000 + 1010 }).at(-1)).toBe('orderDone 3 1000 0');
      expect(engine.balance(1000, 'coin', usdt).available).toBe(rich - 3010);
    });

    test('a buy whose amount is less than the cost of a lot is cancelled', () => {
      const { place, market } = open(make);
      place({ owner: 1001, side: 'sell' });
      expect(market({ amount: 999 })).toEqual(['orderCancelled 2 1000 0 amountSpent']);
    });

    test('a buy by quantity freezes exactly its cost', () => {
      const { place, market, apply, engine } = open(make);
      place({ owner: 1001, side: 'sell', priceTicks: 100, quantityLots: 5 });
      place({ owner: 1001, side: 'sell', priceTicks: 101, quantityLots: 5 });
      apply(buildTransfer({ asset: usdt, amount: rich - 7020 }));
      expect(market({ quantityLots: 8 })).toEqual(['rejected insufficientBalance']);
      expect(market({ quantityLots: 7 }).at(-1)).toBe('orderDone 3 1000 0');
      expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: 0, frozen: 0 });
    });

    test('the rest is cancelled at the end of the book and at the collar', () => {
      const { place, market } = open(make);
      place({ owner: 1001, priceTicks: 100, quantityLots: 5 });
      place({ owner: 1001, priceTicks: 95, quantityLots: 5 });
      place({ owner: 1001, priceTicks: 94, quantityLots: 5 });
      expect(market({ side: 'sell', quantityLots: 20 }).at(-1)).toBe('orderCancelled 4 1000 0 collar');
      expect(market({ side: 'sell', quantityLots: 20 }).at(-1)).toBe('orderCancelled 5 1000 0 bookExhausted');
    });

    test('an order against an empty side is rejected', () => {
      const { market } = open(make);
      expect(market({ quantityLots: 1 })).toEqual(['rejected noLiquidity']);
    });
  });

  describe('self-trade prevention', () => {
    test.each([
      ['cancelNewest', ['fill 1: 2 at 99', 'orderDone 1 1001 0', 'orderCancelled 4 1000 0 selfTrade'], 2],
      [
        'cancelOldest',
        [
          'fill 1: 2 at 99',
          'orderDone 1 1001 0',
          'orderCancelled 2 1000 0 selfTrade',
          'fill 3: 2 at 100',
          'orderDone 3 1001 0',
          'orderRested 4 6',
        ],
        0,
      ],
      [
        'cancelBoth',
        [
          'fill 1: 2 at 99',
          'orderDone 1 1001 0',
          'orderCancelled 2 1000 0 selfTrade',
          'orderCancelled 4 1000 0 selfTrade',
        ],
        1,
      ],
    ] as const)('%s', (selfTrade, fates, asksLeft) => {
      const { place, engine } = open(make);
      place({ owner: 1001, side: 'sell', priceTicks: 99, quantityLots: 2 });
      place({ side: 'sell', priceTicks: 100, quantityLots: 2 });
      place({ owner: 1001, side: 'sell', priceTicks: 100, quantityLots: 2 });
      expect(place({ side: 'buy', priceTicks: 100, quantityLots: 10, selfTrade })).toEqual(fates);
      expect(engine.openOrders(1000).length + engine.openOrders(1001).length).toBe(
        selfTrade === 'cancelOldest' ? 1 : asksLeft,
      );
    });
  });

  describe('cancel', () => {
    test('releases the remaining hold, once, by either id', () => {
      const { place, apply, engine } = open(make);
      place({ clientOrderId: 'mine', quantityLots: 10 });
      place({ owner: 1001, side: 'sell', quantityLots: 4 });
      expect(fatesOf(apply(buildCancel({ clientOrderId: 'mine' })))).toEqual(['orderCancelled 1 1000 0 byOwner']);
      expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: rich - 4000, frozen: 0 });
      expect(apply(buildCancel({ orderId: 1 }))).toEqual(['rejected orderNotOpen']);
    });

    test.each([1, 2, 3])('keeps the order of the other two when order %i of three is cancelled', (orderId) => {
      const { place, apply } = open(make);
      for (let count = 0; count < 3; count += 1) place({});
      apply(buildCancel({ orderId }));
      place({});
      const events = place({ owner: 1001, side: 'sell', quantityLots: 30 });
      const left = [1, 2, 3, 4].filter((each) => each !== orderId);
      expect(events.filter((event) => event.startsWith('fill'))).toEqual(left.map((each) => `fill ${each}: 10 at 100`));
    });

    test("another owner's order is unknown", () => {
      const { place, apply, engine } = open(make);
      place({ clientOrderId: 'mine' });
      for (const orderId of [1, 2, 0, Number.NaN]) {
        expect(apply(buildCancel({ owner: 1001, orderId, clientOrderId: 'mine' }))).toEqual(['rejected unknownOrder']);
      }
      expect(engine.openOrder(1)?.openLots).toBe(10);
    });

    test('is accepted by a cancel-only market, not by a halted one', () => {
      const { place, apply } = open(make);
      place({});
      apply({ type: 'setMarketState', time: 0, market: 0, state: 'halted' });
      expect(apply(buildCancel({ orderId: 1 }))).toEqual(['rejected marketNotOpen']);
      apply({ type: 'setMarketState', time: 0, market: 0, state: 'cancelOnly' });
      expect(place({})).toEqual(['rejected marketNotOpen']);
      expect(fatesOf(apply(buildCancel({ orderId: 1 })))).toEqual(['orderCancelled 1 1000 0 byOwner']);
    });
  });

  describe('ids', () => {
    const day = 24 * 60 * 60 * 1000;

    test('the same command has no second effect; another body is a conflict', () => {
      const { apply, engine } = open(make);
      const order = buildOrder({ clientOrderId: 'one' });
      apply(order);
      expect(apply({ ...order, time: 5 })).toEqual(['duplicate 1 null']);
      expect(apply({ ...order, quantityLots: 11 })).toEqual(['rejected idConflict']);
      expect(apply({ ...order, quantityLots: Number.NaN })).toEqual(['rejected idConflict']);
      expect(fatesOf(apply({ ...order, owner: 1001 }))).toEqual(['orderRested 2 10']);
      expect(engine.openOrders(1000)).toHaveLength(1);
    });

    test('a rejected order is rejected again the same way, even if it would pass by then', () => {
      const { apply } = open(make);
      const order = buildMarketOrder({ clientOrderId: 'one' });
      expect(apply(order)).toEqual(['rejected noLiquidity']);
      apply(buildOrder({ owner: 1001, side: 'sell' }));
      expect(apply(order)).toEqual(['duplicate 0 noLiquidity']);
    });

    test('deposits and transfers have one effect too, and each kind has its own ids', () => {
      const { apply, engine } = open(make);
      const deposit = buildDeposit({ requestId: 'one', amount: 7 });
      const transfer = buildTransfer({ requestId: 'one', amount: 5 });
      apply(deposit, transfer);
      expect(apply(deposit, transfer)).toEqual(['duplicate 0 null', 'duplicate 0 null']);
      expect(apply({ ...deposit, amount: 8 }, { ...transfer, from: 'fiat' })).toEqual([
        'rejected idConflict',
        'rejected idConflict',
      ]);
      expect(engine.balance(1000, 'coin', usdt).available).toBe(rich + 2);
      expect(engine.balance(1000, 'fiat', usdt).available).toBe(5);
    });

    test('are forgotten to the millisecond, however many expire together', () => {
      const { apply, engine } = open(make);
      const orders = Array.from({ length: 30 }, (_, index) =>
        buildOrder({ clientOrderId: `o${index}`, timeInForce: 'IOC' }),
      );
      apply(...orders);
      const last = orders.slice(-1);
      expect(apply({ type: 'tick', time: day - 1 }, ...last)).toEqual(['duplicate 30 null']);
      expect(fatesOf(apply({ type: 'tick', time: day }, ...last))).toEqual([
        'orderCancelled 31 1000 0 immediateOrCancel',
      ]);
      expect(engine.orderIdOf(1000, 'o28')).toBeNull();
    });

    test('are remembered for a day, and as long as the order is open', () => {
      const { apply, place, engine } = open(make);
      const open1 = buildOrder({ clientOrderId: 'open', priceTicks: 90 });
      const done = buildOrder({ clientOrderId: 'done', timeInForce: 'IOC' });
      apply(open1, done, { type: 'tick', time: day - 1 });
      expect(apply(done)).toEqual(['duplicate 2 null']);
      apply({ type: 'tick', time: day });
      expect(apply(open1)).toEqual(['duplicate 1 null']);
      expect(fatesOf(apply({ ...done, quantityLots: 3 }))).toEqual(['orderCancelled 3 1000 0 immediateOrCancel']);
      expect(apply(buildCancel({ orderId: 2 }))).toEqual(['rejected unknownOrder']);
      expect(engine.openOrder(1)?.command.clientOrderId).toBe('open');
      place({ owner: 1001, side: 'sell', priceTicks: 90 });
      expect(engine.orderIdOf(1000, 'open')).toBeNull();
      expect(fatesOf(apply(open1))).toEqual(['orderRested 5 10']);
    });
  });

  test("the engine's time is the latest seen and never goes back", () => {
    const { apply, engine } = open(make);
    apply({ type: 'tick', time: 50 }, { type: 'tick', time: 40 }, { type: 'tick', time: Number.NaN });
    expect(engine.time).toBe(50);
    expect(apply(buildOrder({ time: 3, clientOrderId: 'late' }))[0]).toBe('orderAccepted 1 1000 late 50');
  });

  test('one missing unit is an insufficient balance', () => {
    const { place, apply } = open(make);
    apply(buildDeposit({ owner: 1003, amount: 999 }));
    expect(place({ owner: 1003, quantityLots: 1 })).toEqual(['rejected insufficientBalance']);
    apply(buildDeposit({ owner: 1003, amount: 1 }));
    expect(place({ owner: 1003, quantityLots: 1 })).toEqual(['orderRested 1 1']);
  });

  test('asset codes and market symbols are unique', () => {
    const { apply } = open(make);
    expect(apply(...listing())).toEqual(Array<string>(4).fill('rejected malformed'));
  });

  test.each([
    ['fees above 100 %', { takerFeePpm: 1_000_001 }],
    ['a quantity beyond the safe range', { maxQuantityLots: Number.MAX_SAFE_INTEGER }],
    ['a minimum above its maximum', { minQuantityLots: 5, maxQuantityLots: 4 }],
    ['a fraction', { unitsPerLot: 0.5 }],
    ['one asset on both sides', { quote: 0 }],
    ['an unknown state', { state: 'closed' as MarketRules['state'] }],
  ])('a market with %s is rejected', (_what, rules) => {
    const { apply, engine } = open(make);
    const market = { ...testMarket, symbol: 'OTHER/USDT', ...rules };
    expect(apply({ type: 'openMarket', time: 0, market })).toEqual(['rejected malformed']);
    expect(engine.markets).toHaveLength(1);
  });

  test('any value that is not a command is rejected', () => {
    const { apply } = open(make);
    for (const nothing of [
      null,
      undefined,
      7,
      'place',
      [],
      {},
      { type: 'drop' },
      { type: 'place' },
      { type: 'deposit' },
    ]) {
      expect(apply(nothing as unknown as Command)).toHaveLength(1);
    }
  });
});
