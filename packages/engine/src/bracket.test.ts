import { buildAmend, buildCancel, buildMarketOrder, buildOrder, fatesOf, openTestEngine } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { MarketRules, PlaceOrder } from './command.ts';

const free = { makerFeePpm: 0, takerFeePpm: 0, collarPpm: 1_000_000 };
const legs = { takeProfitTicks: 110, stopLossTicks: 95 } as const;
const entry = { owner: 1002, clientOrderId: 'entry', priceTicks: 100, quantityLots: 10, ...legs } as const;

describe.each(bothEngines)('%s', (_name, make) => {
  function open(rules: Partial<MarketRules> = {}) {
    const opened = openTestEngine(make, { ...free, ...rules });
    const { engine, apply } = opened;
    /** Another owner sells or buys. */
    const meet = (side: 'sell' | 'buy', priceTicks: number, quantityLots: number): string[] =>
      apply(buildOrder({ owner: 1001, side, priceTicks, quantityLots }));
    const ofOwner = (): string[] =>
      engine.openOrders(1002).map(({ command: order, isWaiting, openLots, held }) => {
        const price = order.stopTicks === undefined ? order.priceTicks : `${order.stopTicks}/${order.priceTicks}`;
        return `${order.clientOrderId} ${order.side} ${openLots}@${price} ${isWaiting ? 'waits' : 'rests'} ${held}`;
      });
    return { ...opened, meet, ofOwner };
  }

  test('a filled buy is protected by a take-profit and a stop-loss that hold what it bought', () => {
    const { engine, meet, apply, ofOwner } = open();
    meet('sell', 100, 10);
    const before = engine.balance(1002, 'coin', 0);
    apply(buildOrder(entry));
    expect(ofOwner()).toEqual(['sl:2:1 sell 10@95/0 waits 0', 'tp:2:1 sell 10@110 rests 10000']);
    expect(engine.balance(1002, 'coin', 0)).toEqual({ available: before.available, frozen: 10_000 });
  });

  test.each([
    ['take-profit', { stopLossTicks: 0 }, ['tp:2:1 sell 10@110 rests 10000']],
    ['stop-loss', { takeProfitTicks: 0 }, ['sl:2:1 sell 10@95/0 waits 10000']],
    ['stop-loss with a limit', { takeProfitTicks: 0, stopLossLimitTicks: 94 }, ['sl:2:1 sell 10@95/94 waits 10000']],
  ])('it may have a %s alone', (_what, fields, wanted) => {
    const { meet, apply, ofOwner } = open();
    meet('sell', 100, 10);
    apply(buildOrder({ ...entry, ...fields }));
    expect(ofOwner()).toEqual(wanted);
  });

  test('a market order by amount is protected for what it bought', () => {
    const { meet, apply, ofOwner } = open();
    meet('sell', 100, 3);
    const order = { owner: 1002, clientOrderId: 'entry', amount: 3500, ...legs };
    apply(buildMarketOrder(order));
    expect(ofOwner()).toEqual(['sl:2:1 sell 3@95/0 waits 0', 'tp:2:1 sell 3@110 rests 3000']);
  });

  test('the fee leaves less to protect, and what is less than a lot stays free', () => {
    const { engine, meet, apply, ofOwner } = open({ takerFeePpm: 2000 });
    const before = engine.balance(1002, 'coin', 0).available;
    meet('sell', 100, 10);
    apply(buildOrder(entry));
    expect(ofOwner()).toEqual(['sl:2:1 sell 9@95/0 waits 0', 'tp:2:1 sell 9@110 rests 9000']);
    expect(engine.balance(1002, 'coin', 0)).toEqual({ available: before + 980, frozen: 9000 });
  });

  test('the legs grow with each fill, and are then the newest at their price', () => {
    const { apply, meet, ofOwner } = open({ makerFeePpm: 50_000 });
    apply(buildOrder(entry));
    meet('sell', 100, 4);
    expect(ofOwner().slice(0, 2)).toEqual(['sl:1:1 sell 3@95/0 waits 0', 'tp:1:1 sell 3@110 rests 3000']);
    meet('sell', 110, 1);
    const lines = meet('sell', 100, 6);
    // 9,500 units are left of ten lots: what neither fill had as a lot counts.
    expect(lines.filter((line) => line.startsWith('orderAmended'))).toEqual([
      'orderAmended 4 0 9',
      'orderAmended 3 110 9',
    ]);
    expect(ofOwner()).toEqual(['sl:1:1 sell 9@95/0 waits 0', 'tp:1:1 sell 9@110 rests 9000']);
    const sold = apply(buildOrder({ priceTicks: 110, quantityLots: 2 })).filter((line) => line.startsWith('filled'));
    expect(sold.map((line) => /makerOwner=(\d+)/.exec(line)?.[1])).toEqual(['1001', '1002']);
  });

  test('a trade of the take-profit ends the stop-loss, and later fills have new legs', () => {
    const { apply, meet, ofOwner } = open();
    apply(buildOrder(entry));
    meet('sell', 100, 4);
    meet('buy', 110, 1);
    expect(ofOwner()).toEqual(['tp:1:1 sell 3@110 rests 3000', 'entry buy 6@100 rests 6000']);
    meet('sell', 100, 2);
    expect(ofOwner()).toEqual([
      'sl:1:2 sell 2@95/0 waits 0',
      'tp:1:2 sell 2@110 rests 2000',
      'tp:1:1 sell 3@110 rests 3000',
      'entry buy 4@100 rests 4000',
    ]);
  });

  test('a take-profit alone that traded keeps its rest, and later fills have a new one', () => {
    const { apply, meet, ofOwner } = open();
    apply(buildOrder({ ...entry, stopLossTicks: 0 }));
    meet('sell', 100, 4);
    meet('buy', 110, 1);
    meet('sell', 100, 2);
    expect(ofOwner()).toEqual([
      'tp:1:2 sell 2@110 rests 2000',
      'tp:1:1 sell 3@110 rests 3000',
      'entry buy 4@100 rests 4000',
    ]);
  });

  test('the stop-loss ends the take-profit when it triggers', () => {
    const { apply, meet, ofOwner, engine } = open();
    const before = engine.balance(1002, 'coin', 1).available;
    apply(buildOrder(entry));
    meet('sell', 100, 10);
    meet('buy', 95, 1);
    meet('buy', 93, 20);
    const lines = apply(buildOrder({ owner: 1000, side: 'sell', priceTicks: 95, quantityLots: 1 }));
    expect(lines.filter((line) => /orderTriggered|orderCancelled/.test(line))).toEqual([
      'orderTriggered 4',
      'orderCancelled 3 1002 0 otherLeg',
    ]);
    expect(ofOwner()).toEqual([]);
    expect(engine.balance(1002, 'coin', 1)).toEqual({ available: before - 10_000 + 9300, frozen: 0 });
  });

  test('cancelling the rest leaves the legs, and cancelling a leg leaves the rest, whose next fill has new ones', () => {
    const { apply, meet, ofOwner } = open();
    apply(buildOrder(entry));
    meet('sell', 100, 4);
    apply(buildCancel({ owner: 1002, clientOrderId: 'sl:1:1' }));
    expect(ofOwner()).toEqual(['entry buy 6@100 rests 6000']);
    meet('sell', 100, 2);
    apply(buildCancel({ owner: 1002, clientOrderId: 'entry' }));
    expect(ofOwner()).toEqual(['sl:1:2 sell 2@95/0 waits 0', 'tp:1:2 sell 2@110 rests 2000']);
  });

  test("a sell's legs buy back what was sold, or what it brought pays for", () => {
    const { engine, apply, meet, ofOwner } = open({ takerFeePpm: 10_000 });
    const before = engine.balance(1002, 'coin', 1).available;
    meet('buy', 100, 10);
    const prices = { takeProfitTicks: 90, stopLossTicks: 104, stopLossLimitTicks: 105 };
    apply(buildOrder({ ...entry, side: 'sell', ...prices }));
    // 9,900 units: at 105 they buy 9 lots for 9,450. The take-profit holds 9,000 of them.
    expect(ofOwner()).toEqual(['sl:2:1 buy 9@104/105 waits 450', 'tp:2:1 buy 10@90 rests 9000']);
    expect(engine.balance(1002, 'coin', 1)).toEqual({ available: before + 450, frozen: 9450 });
  });

  test('what is below the minimum waits for more', () => {
    const { apply, meet, ofOwner } = open({ minQuantityLots: 3, makerFeePpm: 500_000 });
    apply(buildOrder(entry));
    meet('sell', 100, 5);
    expect(ofOwner()).toEqual(['entry buy 5@100 rests 5000']);
    meet('sell', 100, 5);
    expect(ofOwner()).toEqual(['sl:1:1 sell 5@95/0 waits 0', 'tp:1:1 sell 5@110 rests 5000']);
  });

  test('what is above the maximum of one leg neither has', () => {
    const { apply, meet, ofOwner } = open({ maxNotional: 10_500 });
    meet('sell', 100, 10);
    apply(buildMarketOrder({ owner: 1002, clientOrderId: 'entry', amount: 10_000, ...legs }));
    expect(ofOwner()).toEqual(['sl:2:1 sell 9@95/0 waits 0', 'tp:2:1 sell 9@110 rests 9000']);
  });

  test('what the owner has spent meanwhile is not protected', () => {
    const { engine, apply, meet, ofOwner } = open({ minQuantityLots: 3, makerFeePpm: 500_000 });
    apply(buildOrder(entry));
    meet('sell', 100, 4);
    const { available: amount } = engine.balance(1002, 'coin', 0);
    apply({ type: 'transfer', time: 0, requestId: 'all', owner: 1002, asset: 0, from: 'coin', amount });
    // Five lots came in, of which the owner still has three.
    meet('sell', 100, 6);
    expect(ofOwner()).toEqual(['sl:1:1 sell 3@95/0 waits 0', 'tp:1:1 sell 3@110 rests 3000']);
  });

  test('own older orders give way to a leg', () => {
    const { apply, meet, ofOwner } = open();
    apply(buildOrder({ ...entry, takeProfitTicks: 0 }));
    meet('sell', 100, 10);
    apply(buildOrder({ owner: 1002, clientOrderId: 'own', priceTicks: 94, quantityLots: 1 }));
    meet('buy', 93, 10);
    meet('buy', 95, 1);
    apply(buildOrder({ owner: 1000, side: 'sell', priceTicks: 95, quantityLots: 1 }));
    expect(ofOwner()).toEqual([]);
  });

  describe('whose fill halts the market', () => {
    /** The entry has bought ten at 99, and the market is in its auction. */
    function halt() {
      const opened = open({ volatilityPpm: 40_000, haltMs: 1000, auctionMs: 1000 });
      opened.meet('sell', 104, 1);
      opened.apply(buildOrder({ owner: 1000, priceTicks: 104, quantityLots: 1 }));
      opened.apply(buildOrder({ ...entry, priceTicks: 99 }));
      opened.meet('sell', 99, 10);
      expect(opened.engine.marketRules(0)?.state).toBe('halted');
      opened.apply({ type: 'tick', time: 1000 });
      expect(opened.ofOwner()).toEqual([]);
      return { ...opened, reopen: () => fatesOf(opened.apply({ type: 'tick', time: 2000 })) };
    }

    test('has its legs once the market opens', () => {
      const { reopen, ofOwner } = halt();
      reopen();
      expect(ofOwner()).toEqual(['sl:3:1 sell 10@95/0 waits 0', 'tp:3:1 sell 10@110 rests 10000']);
    });

    test('sells at once what the take-profit can get, without a stop-loss', () => {
      const { apply, reopen, ofOwner } = halt();
      apply(buildOrder({ owner: 1000, priceTicks: 112, quantityLots: 4 }));
      expect(reopen()).toContain('fill 5: 4 at 112');
      expect(ofOwner()).toEqual(['tp:3:1 sell 6@110 rests 6000']);
    });

    test('triggers the stop-loss whose price the auction passed', () => {
      const { apply, meet, reopen, ofOwner } = halt();
      apply(buildOrder({ owner: 1000, priceTicks: 94, quantityLots: 20 }));
      meet('sell', 94, 1);
      expect(reopen()).toEqual(expect.arrayContaining(['orderTriggered 8', 'orderCancelled 7 1002 0 otherLeg']));
      expect(ofOwner()).toEqual([]);
    });
  });

  test.each([
    ['unordered prices', 'malformed', { takeProfitTicks: 100 }],
    ['a stop-loss above the price', 'malformed', { stopLossTicks: 101 }],
    ['a limit without a stop-loss', 'malformed', { stopLossTicks: 0, stopLossLimitTicks: 90 }],
    ['a sell whose stop-loss has no limit', 'malformed', { side: 'sell', takeProfitTicks: 90, stopLossTicks: 110 }],
    ['a stop', 'malformed', { stopTicks: 120, stopDirection: 'rising' }],
    ['an iceberg', 'malformed', { visibleLots: 5 }],
    ['a price that cannot be printed', 'priceTooLarge', { takeProfitTicks: 2 ** 52 }],
    ['a leg of too little', 'notionalTooSmall', { stopLossLimitTicks: 1 }],
    ['a leg of too much', 'notionalTooLarge', { takeProfitTicks: 1_000_000_000 }],
    ['a take-profit outside the band', 'priceOutsideBand', { takeProfitTicks: 150 }],
    ['a limit outside the band of its trigger', 'priceOutsideBand', { stopLossLimitTicks: 50 }],
    ['a stop-loss that was reached', 'wouldTriggerAtOnce', { priceTicks: 101, stopLossTicks: 100 }],
    ['no room for the legs', 'tooManyOpenOrders', { owner: 1000 }],
  ] as const)('it is refused with %s', (_what, reason, fields) => {
    const limits = { minNotional: 400, maxNotional: 2_000_000, bandPpm: 200_000, maxOpenOrders: 3 };
    const { apply, meet } = open({ ...limits, unitsPerTickLot: 30 });
    meet('sell', 100, 1);
    apply(buildOrder({ owner: 1000, priceTicks: 100, quantityLots: 1 }));
    apply(buildOrder({ owner: 1000, priceTicks: 90, quantityLots: 5 }));
    expect(apply(buildOrder({ ...entry, ...(fields as Partial<PlaceOrder>) }))).toEqual([`rejected ${reason}`]);
  });

  test('a market order is refused whose take-profit was reached', () => {
    const { apply, meet } = open();
    meet('sell', 100, 5);
    apply(buildOrder({ owner: 1000, priceTicks: 100, quantityLots: 1 }));
    const order = { owner: 1002, quantityLots: 1, takeProfitTicks: 100 };
    expect(apply(buildMarketOrder(order))).toEqual(['rejected wouldTriggerAtOnce']);
  });

  test('the same id sent with other legs is a conflict', () => {
    const { apply } = open();
    apply(buildOrder(entry));
    expect(apply(buildOrder(entry))).toEqual(['duplicate 1 null']);
    expect(apply(buildOrder({ ...entry, takeProfitTicks: 111 }))).toEqual(['rejected idConflict']);
  });

  describe('that is amended', () => {
    const amendment = (priceTicks: number, quantityLots: number) =>
      buildAmend({ owner: 1002, clientOrderId: 'entry', priceTicks, quantityLots });

    test('keeps the legs of its fills, and what it trades at once enlarges them', () => {
      const { apply, meet, ofOwner } = open();
      apply(buildOrder(entry));
      meet('sell', 100, 4);
      meet('sell', 103, 5);
      apply(amendment(103, 20));
      expect(ofOwner()).toEqual([
        'sl:1:1 sell 9@95/0 waits 0',
        'tp:1:1 sell 9@110 rests 9000',
        'entry buy 11@103 rests 11330',
      ]);
      meet('sell', 103, 11);
      expect(ofOwner()).toEqual(['sl:1:1 sell 20@95/0 waits 0', 'tp:1:1 sell 20@110 rests 20000']);
    });

    test('to a smaller quantity keeps its priority, and its legs', () => {
      const { apply, meet, ofOwner } = open();
      apply(buildOrder(entry));
      apply(buildOrder({ priceTicks: 100, quantityLots: 5 }));
      meet('sell', 100, 4);
      apply(amendment(100, 6));
      expect(apply(amendment(100, 4))).toEqual(['rejected quantityBelowFilled']);
      meet('sell', 100, 2);
      expect(ofOwner()).toEqual(['sl:1:1 sell 6@95/0 waits 0', 'tp:1:1 sell 6@110 rests 6000']);
    });

    test('has its legs at its next fill, if it had none before', () => {
      const { apply, meet, ofOwner } = open();
      apply(buildOrder({ ...entry, side: 'sell', takeProfitTicks: 90, stopLossTicks: 104, stopLossLimitTicks: 105 }));
      apply(amendment(101, 10));
      meet('buy', 101, 10);
      // 1,010 for ten lots: at 105 they buy back 9.
      expect(ofOwner()).toEqual(['sl:1:1 buy 9@104/105 waits 450', 'tp:1:1 buy 10@90 rests 9000']);
    });

    test.each([
      ['reaches its take-profit', 110, 10, 'malformed'],
      ['reaches its stop-loss', 95, 10, 'malformed'],
      ['makes a leg too large', 100, 200, 'notionalTooLarge'],
    ])('is refused if it %s', (_what, priceTicks, quantityLots, reason) => {
      const { apply, ofOwner } = open({ maxNotional: 21_000 });
      apply(buildOrder(entry));
      expect(apply(amendment(priceTicks, quantityLots))).toEqual([`rejected ${reason}`]);
      expect(ofOwner()).toEqual(['entry buy 10@100 rests 10000']);
    });
  });

  test('a full book of own orders keeps legs away until there is room', () => {
    const { apply, meet, ofOwner } = open({ maxOpenOrders: 4 });
    apply(buildOrder(entry));
    for (const priceTicks of [80, 81]) apply(buildOrder({ owner: 1002, priceTicks, quantityLots: 1 }));
    meet('sell', 100, 4);
    expect(ofOwner()).toHaveLength(3);
    apply({ type: 'cancelAll', time: 0, owner: 1000, market: 'all' });
    const [last] = ofOwner();
    apply(buildCancel({ owner: 1002, clientOrderId: last?.split(' ')[0] ?? '' }));
    meet('sell', 100, 6);
    expect(ofOwner().slice(0, 2)).toEqual(['sl:1:1 sell 10@95/0 waits 0', 'tp:1:1 sell 10@110 rests 10000']);
  });

  test('ids that the owner has used are left out', () => {
    const { apply, meet, ofOwner } = open();
    apply(buildOrder({ owner: 1002, clientOrderId: 'sl:2:1', priceTicks: 50, quantityLots: 1 }));
    apply(buildOrder(entry));
    meet('sell', 100, 10);
    expect(ofOwner().slice(0, 2)).toEqual(['sl:2:2 sell 10@95/0 waits 0', 'tp:2:2 sell 10@110 rests 10000']);
  });
});
