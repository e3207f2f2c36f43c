import { buildAmend, buildCancel, buildMarketOrder, buildOrder, openTestEngine } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command } from './command.ts';

const later = { owner: 1002, clientOrderId: 'later', goodAfter: 1000 } as const;
const tick = (time: number): Command => ({ type: 'tick', time });

describe.each(bothEngines)('%s', (_name, make) => {
  test('an order waits unseen for its time with its money on hold, then trades like a new one', () => {
    const { apply, engine } = openTestEngine(make);
    const free = engine.balance(1002, 'coin', 1).available;
    apply(buildOrder({ ...later, priceTicks: 100, quantityLots: 5 }));
    const [waiting] = engine.openOrders(1002);
    expect(waiting).toMatchObject({ isWaiting: true, command: { goodAfter: 1000 }, openLots: 5 });
    expect(engine.balance(1002, 'coin', 1).available).toBe(free - (waiting?.held ?? 0));
    expect(engine.depth(0, 5).bids).toEqual([]);
    expect(
      apply(buildOrder({ owner: 1001, side: 'sell', priceTicks: 100, quantityLots: 5 }), tick(999)),
    ).not.toContainEqual(expect.stringContaining('orderTriggered'));
    const lines = apply(tick(1000));
    expect(lines).toContainEqual(expect.stringContaining('orderTriggered'));
    expect(lines).toContainEqual(expect.stringContaining('filled'));
    engine.validate();
    expect(engine.openOrders(1002)).toEqual([]);
  });

  test('orders of one time start in the order in which they came, and rest behind what is there', () => {
    const { apply, engine } = openTestEngine(make);
    apply(buildOrder({ ...later, clientOrderId: 'second', goodAfter: 2000, priceTicks: 90 }));
    apply(buildOrder({ ...later, priceTicks: 90 }), buildOrder({ clientOrderId: 'here', priceTicks: 90 }), tick(2000));
    const first = apply(buildOrder({ owner: 1001, side: 'sell', priceTicks: 90, quantityLots: 10 }));
    expect(first.filter((line) => line.startsWith('filled')).map((line) => line.split(' ')[0])).toEqual(['filled']);
    engine.validate();
    expect(engine.openOrders(1002).map(({ command }) => command.clientOrderId)).toEqual(['later', 'second']);
  });

  test('in a halt its time passes, and it starts when the market opens', () => {
    const { apply, engine } = openTestEngine(make);
    apply(buildOrder({ ...later, priceTicks: 90 }), { type: 'setMarketState', time: 500, market: 0, state: 'halted' });
    expect(apply(tick(1500))).not.toContainEqual(expect.stringContaining('orderTriggered'));
    expect(engine.openOrders(1002)[0]).toMatchObject({ isWaiting: true });
    engine.validate();
    const opened = apply({ type: 'setMarketState', time: 1600, market: 0, state: 'open' });
    expect(opened).toContainEqual(expect.stringContaining('orderTriggered'));
    expect(engine.depth(0, 5).bids).toHaveLength(1);
  });

  test('it can be cancelled or expire while it waits, and its money comes back', () => {
    const { apply, engine } = openTestEngine(make);
    const before = engine.balance(1002, 'coin', 1);
    apply(buildOrder({ ...later, expiresAt: 3000, priceTicks: 90 }));
    apply(buildCancel({ owner: 1002, clientOrderId: 'later' }));
    expect(engine.balance(1002, 'coin', 1)).toEqual(before);
    apply(buildOrder({ ...later, clientOrderId: 'again', expiresAt: 3000, priceTicks: 90 }), tick(1000));
    expect(engine.openOrders(1002)[0]).toMatchObject({ isWaiting: false });
    expect(apply(tick(3000))).toContainEqual(expect.stringContaining('expired'));
    engine.validate();
    expect(engine.balance(1002, 'coin', 1)).toEqual(before);
  });

  test.each<[string, Command, string]>([
    ['a time that has passed', buildOrder({ ...later, time: 1000 }), 'wouldTriggerAtOnce'],
    ['another trigger', buildOrder({ ...later, stopTicks: 120, stopDirection: 'rising' }), 'malformed'],
    ['a trail', buildOrder({ ...later, trailTicks: 3 }), 'malformed'],
    ['legs', buildOrder({ ...later, takeProfitTicks: 120 }), 'malformed'],
    ['a visible part', buildOrder({ ...later, visibleLots: 1 }), 'malformed'],
    ['an end before its start', buildOrder({ ...later, expiresAt: 1000 }), 'malformed'],
    ['FOK', buildOrder({ ...later, timeInForce: 'FOK' }), 'malformed'],
    ['a market buy of unknown cost', buildMarketOrder({ ...later, quantityLots: 3 }), 'malformed'],
  ])('with %s it is rejected', (_what, command, reason) => {
    const { apply } = openTestEngine(make);
    expect(apply(command)).toEqual([`rejected ${reason}`]);
  });

  test('while it waits it is not amendable', () => {
    const { apply } = openTestEngine(make);
    apply(buildOrder({ ...later, priceTicks: 90 }));
    expect(apply(buildAmend({ owner: 1002, clientOrderId: 'later', orderId: 0, priceTicks: 91 }))).toEqual([
      'rejected notAmendable',
    ]);
  });
});
