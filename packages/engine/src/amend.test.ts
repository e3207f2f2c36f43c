import { buildAmend, buildCancel, buildMarketOrder, buildOrder, initialBalance, openTestEngine } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { AmendOrder, Command, MarketState, PlaceOrder } from './command.ts';

const setState = (state: MarketState): Command => ({ type: 'setMarketState', time: 0, market: 0, state });
const amend = (fields: Partial<AmendOrder>): Command => buildAmend({ clientOrderId: 'a', ...fields });
/** The hold of an order of 10 lots at 100: 100 × 10 lots × 10 units. */
const held = 10_000;

describe.each(bothEngines)('an amendment, with %s', (_name, make) => {
  function placed(fields: Partial<PlaceOrder> = {}) {
    const opened = openTestEngine(make);
    opened.apply(buildOrder({ clientOrderId: 'a', ...fields }));
    return { ...opened, money: () => opened.engine.balance(1000, 'coin', 1) };
  }

  test.each([
    ['open', null],
    ['auction', null],
    ['cancelOnly', 'rejected marketNotOpen'],
    ['halted', 'rejected marketNotOpen'],
  ] as const)('in a market that is %s: %s', (state, rejection) => {
    const { apply } = placed();
    apply(setState(state));
    const lines = apply(amend({ priceTicks: 99 }));
    if (rejection === null) expect(lines[0]).toBe('orderAmended 1 99 10');
    else expect(lines).toEqual([rejection]);
  });

  test('to the present terms keeps the priority and changes nothing', () => {
    const { apply, engine, money } = placed();
    apply(buildOrder({ owner: 1001 }));
    expect(apply(amend({}))).toEqual(['orderAmended 1 100 10']);
    expect(money().frozen).toBe(held);
    apply(buildOrder({ owner: 1002, side: 'sell' }));
    expect([engine.openOrders(1000).length, engine.openOrders(1001).length]).toEqual([0, 1]);
  });

  test('to a smaller quantity keeps the priority and releases the difference', () => {
    const { apply, engine, money } = placed();
    apply(buildOrder({ owner: 1001 }));
    expect(apply(amend({ quantityLots: 4 })).filter((line) => !line.startsWith('posted'))).toEqual([
      'orderAmended 1 100 4',
      'levelChanged 0 buy 100 14',
    ]);
    expect(money()).toEqual({ available: initialBalance - 4000, frozen: 4000 });
    apply(buildOrder({ owner: 1002, side: 'sell', quantityLots: 4 }));
    expect(engine.openOrders(1000)).toEqual([]);
  });

  test('to a larger quantity loses the priority', () => {
    const { apply, engine, money } = placed();
    apply(buildOrder({ owner: 1001 }), amend({ quantityLots: 11 }));
    expect(money().frozen).toBe(11_000);
    apply(buildOrder({ owner: 1002, side: 'sell' }));
    expect([engine.openOrders(1000).length, engine.openOrders(1001).length]).toEqual([1, 0]);
  });

  test('of an iceberg reduces the hidden lots first', () => {
    const { apply, engine } = placed({ visibleLots: 3 });
    expect(apply(amend({ quantityLots: 5 })).filter((line) => line.startsWith('levelChanged'))).toEqual([]);
    expect(engine.depth(0, 1).bids).toEqual([[100, 3]]);
    expect(engine.openOrders(1000)[0]?.openLots).toBe(5);
    expect(apply(amend({ quantityLots: 2 })).at(-1)).toBe('levelChanged 0 buy 100 2');
    expect(engine.openOrders(1000)[0]?.openLots).toBe(2);
  });

  test.each([
    ['a limit order', {}],
    ['a stop', { stopTicks: 150, stopDirection: 'rising' }],
  ] as const)('%s may ask for all the money that there is, and no more', (_what, fields) => {
    const { apply, money } = placed(fields);
    const all = initialBalance / 2000;
    expect(apply(amend({ priceTicks: 200, quantityLots: all + 1 }))).toEqual(['rejected insufficientBalance']);
    expect(money().frozen).toBe(held);
    expect(apply(amend({ priceTicks: 200, quantityLots: all }))[0]).toBe(`orderAmended 1 200 ${all}`);
    expect(money()).toEqual({ available: 0, frozen: initialBalance });
  });

  test('of a post-only order that would cross is rejected, except in an auction', () => {
    const { apply } = placed({ postOnly: true, priceTicks: 90 });
    apply(buildOrder({ owner: 1001, side: 'sell' }));
    expect(apply(amend({ priceTicks: 100 }))).toEqual(['rejected postOnlyWouldCross']);
    apply(setState('auction'));
    expect(apply(amend({ priceTicks: 100 }))[0]).toBe('orderAmended 1 100 10');
  });

  test('of a waiting stop is not checked against the book', () => {
    const { apply, engine } = placed({ stopTicks: 150, stopDirection: 'rising', priceTicks: 90 });
    apply(buildOrder({ owner: 1001, side: 'sell' }));
    expect(apply(amend({ priceTicks: 120 }))[0]).toBe('orderAmended 1 120 10');
    expect(engine.openOrders(1000)[0]?.isWaiting).toBe(true);
  });

  test('of a stop freezes or releases the difference, and the stop can still be cancelled', () => {
    const { apply, money } = placed({ stopTicks: 150, stopDirection: 'rising' });
    apply(amend({ priceTicks: 120, quantityLots: 10 }));
    expect(money().frozen).toBe(12_000);
    apply(amend({ priceTicks: 120, quantityLots: 4 }));
    expect(money().frozen).toBe(4800);
    apply(amend({ priceTicks: 110, quantityLots: 4 }));
    expect(money().frozen).toBe(4400);
    expect(apply(buildCancel({ clientOrderId: 'a' })).at(-1)).toBe('orderCancelled 1 1000 0 byOwner');
    expect(money()).toEqual({ available: initialBalance, frozen: 0 });
  });

  test.each([
    [
      'a market stop has no price to amend',
      buildMarketOrder({ clientOrderId: 'a', side: 'sell', stopTicks: 90, stopDirection: 'falling' }),
    ],
    ['a leg of a pair cannot be amended', buildOrder({ clientOrderId: 'a', priceTicks: 90 })],
  ])('%s', (_what, order) => {
    const { apply } = openTestEngine(make);
    apply(order);
    if (order.orderType === 'limit') apply(buildOrder({ stopTicks: 150, stopDirection: 'rising', otherLeg: 'a' }));
    expect(apply(amend({ priceTicks: 91 }))).toEqual(['rejected notAmendable']);
  });
});
