import { buildOrder, openTestEngine } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { PlaceOrder, PlacePair } from './command.ts';

/** Sells 10 at 110, or at 89 once the price falls to 90. */
function buildPair(limit: Partial<PlaceOrder> = {}, stop: Partial<PlaceOrder> = {}): PlacePair {
  const sale = { side: 'sell', quantityLots: 10 } as const;
  const trigger = { stopTicks: 90, stopDirection: 'falling', otherLeg: 'gain' } as const;
  return {
    type: 'placePair',
    time: 0,
    limit: buildOrder({ ...sale, clientOrderId: 'gain', priceTicks: 110, ...limit }),
    stop: buildOrder({ ...sale, ...trigger, clientOrderId: 'loss', priceTicks: 89, ...stop }),
  };
}

describe.each(bothEngines)('%s', (_name, make) => {
  test('both legs are placed, the funds are held once, and one cancels the other', () => {
    const { engine, apply, place } = openTestEngine(make);
    const before = engine.balance(1000, 'coin', 0).available;
    apply(buildPair());
    expect(engine.openOrders(1000).map(({ command, isWaiting }) => [command.clientOrderId, isWaiting])).toEqual([
      ['loss', true],
      ['gain', false],
    ]);
    expect(engine.balance(1000, 'coin', 0)).toEqual({ available: before - 10_000, frozen: 10_000 });
    place({ owner: 1001, side: 'buy', priceTicks: 110, quantityLots: 1 });
    expect(engine.openOrders(1000).map(({ command }) => command.clientOrderId)).toEqual(['gain']);
  });

  test.each([
    ['the limit order is rejected', 'notionalTooSmall', buildPair({ priceTicks: 1 })],
    ['the stop is rejected', 'notionalTooSmall', buildPair({}, { priceTicks: 1 })],
    ['the limit order would trade at once', 'postOnlyWouldCross', buildPair({ priceTicks: 95 })],
    ['the stop needs more than the limit order leaves', 'insufficientBalance', buildPair({}, { quantityLots: 11 })],
    ['it would be one order too many', 'tooManyOpenOrders', buildPair({ owner: 1002 }, { owner: 1002 })],
    ['the stop replaces another order', 'malformed', buildPair({}, { otherLeg: 'other' })],
    ["they are not one owner's", 'malformed', buildPair({}, { owner: 1001 })],
    ['both have one id', 'malformed', buildPair({ clientOrderId: 'loss' }, { otherLeg: 'loss' })],
    ['the limit order may not rest', 'malformed', buildPair({ timeInForce: 'IOC' })],
  ])('neither is placed if %s', (_why, reason, pair) => {
    const rules = { minNotional: 1000, maxOpenOrders: 3 };
    const { engine, apply, place } = openTestEngine(make, rules);
    place({ owner: 1001, side: 'buy', priceTicks: 95 });
    for (const priceTicks of [120, 121]) place({ owner: 1002, side: 'sell', priceTicks });
    const all = engine.balance(1000, 'coin', 0).available;
    place({ side: 'sell', priceTicks: 119, quantityLots: Math.floor(all / 1000) - 10 });
    const open = [1000, 1001, 1002].map((owner) => engine.openOrders(owner));
    expect(apply(pair)).toEqual([`rejected ${reason}`]);
    expect([1000, 1001, 1002].map((owner) => engine.openOrders(owner))).toEqual(open);
    // Remembered, unless it is malformed.
    expect(apply(pair).map((line) => line.split(' ')[0])).toEqual(
      reason === 'malformed' ? ['rejected'] : ['duplicate', 'duplicate'],
    );
  });

  test('a repeated pair is a duplicate, and one with a changed leg a conflict', () => {
    const { apply } = openTestEngine(make);
    apply(buildPair());
    expect(apply(buildPair())).toEqual(['duplicate 1 null', 'duplicate 2 null']);
    expect(apply(buildPair({}, { priceTicks: 88 }))).toEqual(['rejected idConflict']);
    expect(apply(buildPair({}, { clientOrderId: 'other' }))).toEqual(['rejected idConflict']);
  });
});

/** Sells 10 once the price rises to 110, or falls to 90; either order may have a limit. */
function buildStops(profit: Partial<PlaceOrder> = {}, loss: Partial<PlaceOrder> = {}): PlacePair {
  const rising = { stopTicks: 110, stopDirection: 'rising' } as const;
  return { ...buildPair({ priceTicks: 109, ...rising, ...profit }, loss), bothWait: true };
}
const noDirection = { stopDirection: undefined } as unknown as Partial<PlaceOrder>;
const atMarket = { orderType: 'market', priceTicks: 0 } as const;

describe.each(bothEngines)('a pair of two stops: %s', (_name, make) => {
  function open(rules: Parameters<typeof openTestEngine>[1] = {}) {
    const all = openTestEngine(make, { orderRules: 1, ...rules });
    const trade = (priceTicks: number) => {
      all.place({ owner: 1001, side: 'buy', priceTicks, quantityLots: 1 });
      return all.place({ owner: 1002, side: 'sell', priceTicks, quantityLots: 1 });
    };
    trade(100);
    const names = () =>
      all.engine
        .openOrders(1000)
        .map(({ command, isWaiting }) => `${command.clientOrderId} ${isWaiting ? 'waits' : 'rests'}`);
    return { ...all, trade, names };
  }

  test.each([
    ['rises to the take profit', 110, 'gain rests', 'loss'],
    ['falls to the stop loss', 90, 'loss rests', 'gain'],
  ])('the price %s, which cancels the other, and the funds are held once', (_what, priceTicks, left, ended) => {
    const { engine, apply, trade, names } = open();
    const before = engine.balance(1000, 'coin', 0).available;
    apply(buildStops());
    expect(names()).toEqual(['loss waits', 'gain waits']);
    expect(engine.balance(1000, 'coin', 0)).toEqual({ available: before - 10_000, frozen: 10_000 });
    // An order that buys nothing more: what triggers finds no other side.
    const lines = trade(priceTicks);
    expect(lines.join('\n')).toContain('otherLeg');
    expect(names()).toEqual([left]);
    expect(names().join()).not.toContain(ended);
    expect(engine.balance(1000, 'coin', 0)).toEqual({ available: before - 10_000, frozen: 10_000 });
  });

  test('cancelling one cancels the other, and releases what both hold', () => {
    const { engine, apply, names } = open();
    const before = engine.balance(1000, 'coin', 1).available;
    const stops = buildStops(
      { side: 'buy', stopTicks: 90, stopDirection: 'falling', priceTicks: 91 },
      { side: 'buy', stopTicks: 110, stopDirection: 'rising', priceTicks: 111 },
    );
    apply(stops);
    // The second holds what it needs beyond the first: 10 lots at 111, of which the first holds those at 91.
    expect(before - engine.balance(1000, 'coin', 1).available).toBe(111 * 10 * 10);
    apply({ type: 'cancel', time: 0, owner: 1000, orderId: 0, clientOrderId: 'gain' });
    expect(names()).toEqual([]);
    expect(engine.balance(1000, 'coin', 1)).toEqual({ available: before, frozen: 0 });
  });

  test('a stop that buys at market pays what both hold, and no more', () => {
    const { engine, apply, place, trade, names } = open();
    const before = engine.balance(1000, 'coin', 1).available;
    apply(
      buildStops(
        { ...atMarket, side: 'buy', stopTicks: 90, stopDirection: 'falling' },
        { side: 'buy', stopTicks: 110, stopDirection: 'rising', priceTicks: 111 },
      ),
    );
    expect(before - engine.balance(1000, 'coin', 1).available).toBe(111 * 10 * 10);
    place({ owner: 1002, side: 'sell', priceTicks: 94, quantityLots: 4 });
    trade(90);
    expect(names()).toEqual([]);
    expect(engine.balance(1000, 'coin', 1)).toEqual({ available: before - 94 * 4 * 10, frozen: 0 });
  });

  test.each([
    ['it says nothing of two stops', 'malformed', { ...buildStops(), bothWait: undefined }],
    ['it says so otherwise', 'malformed', { ...buildStops(), bothWait: 1 }],
    ['both wait for a rise', 'malformed', buildStops({}, { stopTicks: 111, stopDirection: 'rising' })],
    ['the first is no stop', 'malformed', { ...buildPair(), bothWait: true }],
    ['the first is tied itself', 'malformed', buildStops({ otherLeg: 'loss' })],
    ['one trails', 'malformed', buildStops({ stopTicks: 0, trailTicks: 3, ...noDirection })],
    ['the first is reached', 'wouldTriggerAtOnce', buildStops({ stopTicks: 99 })],
    ['the second is reached', 'wouldTriggerAtOnce', buildStops({}, { stopTicks: 101 })],
    ['the second needs more than there is', 'insufficientBalance', buildStops({}, { quantityLots: 1_000_001 })],
  ])('neither is placed if %s', (_why, reason, pair) => {
    const { engine, apply } = open({ maxQuantityLots: 2_000_000 });
    expect(apply(pair as PlacePair)).toEqual([`rejected ${reason}`]);
    expect(engine.openOrders(1000)).toEqual([]);
  });

  test('a market without rules for orders takes no stop that buys at market, in either place', () => {
    const { apply } = open({ orderRules: 0 });
    const falling = { side: 'buy', stopTicks: 90, stopDirection: 'falling' } as const;
    const rising = { side: 'buy', stopTicks: 110, stopDirection: 'rising' } as const;
    expect(apply(buildStops({ ...atMarket, ...falling }, { ...rising, priceTicks: 111 }))).toEqual([
      'rejected malformed',
    ]);
    expect(apply(buildStops({ ...falling, priceTicks: 91 }, { ...atMarket, ...rising }))).toEqual([
      'rejected malformed',
    ]);
  });

  test('a stop that is placed alone replaces none that waits', () => {
    const { apply, place } = open();
    apply(buildStops());
    const stop = { side: 'sell', stopTicks: 89, stopDirection: 'falling', priceTicks: 88, otherLeg: 'gain' } as const;
    expect(place(stop)).toEqual(['rejected otherLegNotOpen']);
  });
});
