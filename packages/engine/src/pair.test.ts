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
