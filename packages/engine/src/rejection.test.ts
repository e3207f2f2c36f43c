import {
  buildAmend,
  buildCancel,
  buildDeposit,
  buildHold,
  buildMarketOrder,
  buildOrder,
  initialBalance,
  openTestEngine,
} from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command, PlaceOrder } from './command.ts';
import type { MatchingEngine } from './matching-engine.ts';
import { type Rejection, rejections } from './rejection.ts';

/**
 * One row per rejection, in order of precedence. Each row's command breaks its own rule and, if they can be broken together, those
 * of the later rows.
 */
const rows: [Rejection, () => Command][] = [
  ['idConflict', () => buildOrder({ clientOrderId: 'taken', market: 9, priceTicks: -1 })],
  ['unknownAsset', () => buildDeposit({ asset: 9, amount: -1 })],
  ['unknownMarket', () => buildOrder({ market: 1, priceTicks: -1 })],
  ['unknownOrder', () => buildCancel({ orderId: 99, time: -1 })],
  ['orderNotOpen', () => buildCancel({ owner: 1001, clientOrderId: 'done', time: -1 })],
  ['unknownWithdrawal', () => ({ type: 'settleWithdrawal', time: -1, owner: 1000, requestId: 'never' })],
  ['withdrawalEnded', () => ({ type: 'settleWithdrawal', time: -1, owner: 1000, requestId: 'released' })],
  ['malformed', () => buildOrder({ quantityLots: 0.5, priceTicks: 1 })],
  ['notAmendable', () => buildAmend({ owner: 1001, clientOrderId: 'stop', quantityLots: 1, priceTicks: 1 })],
  ['quantityBelowFilled', () => buildAmend({ owner: 1001, clientOrderId: 'partly', quantityLots: 10, priceTicks: 1 })],
  ['alreadyExpired', () => buildOrder({ time: 5, expiresAt: 5, quantityLots: 1, priceTicks: 1 })],
  ['priceTooLarge', () => buildOrder({ quantityLots: 1, priceTicks: Number.MAX_SAFE_INTEGER })],
  ['quantityTooSmall', () => buildOrder({ quantityLots: 1, priceTicks: 1 })],
  ['quantityTooLarge', () => buildOrder({ quantityLots: 101, priceTicks: 1000 })],
  ['notionalTooSmall', () => buildOrder({ quantityLots: 2, priceTicks: 1, owner: 1003 })],
  ['notionalTooLarge', () => buildOrder({ quantityLots: 100, priceTicks: 10_000, owner: 1003 })],
  ['visibleTooSmall', () => buildOrder({ quantityLots: 100, visibleLots: 9, priceTicks: 111, owner: 1003 })],
  ['priceOutsideBand', () => buildOrder({ quantityLots: 100, priceTicks: 111, owner: 1003 })],
  ['wouldTriggerAtOnce', () => buildStop({ stopTicks: 100 })],
  ['otherLegNotOpen', () => buildStop({ stopTicks: 99 })],
  ['tooManyOpenOrders', () => buildOrder({ quantityLots: 100, priceTicks: 110, owner: 1002, postOnly: true })],
  ['insufficientBalance', () => buildOrder({ quantityLots: 100, priceTicks: 110, owner: 1003, postOnly: true })],
  ['balanceOverflow', () => buildDeposit({ amount: Number.MAX_SAFE_INTEGER })],
  ['postOnlyWouldCross', () => buildOrder({ postOnly: true, priceTicks: 105 })],
  ['fillOrKillUnfillable', () => buildOrder({ timeInForce: 'FOK', quantityLots: 100, priceTicks: 110 })],
  ['noLiquidity', () => buildMarketOrder({ side: 'sell', quantityLots: 2 })],
];

/** A stop with an unknown other leg, of an owner with too many orders. */
function buildStop(fields: Partial<PlaceOrder>): PlaceOrder {
  const stop = { owner: 1002, side: 'sell', priceTicks: 95, stopDirection: 'falling', otherLeg: 'none' } as const;
  return buildOrder({ ...stop, ...fields });
}

/** Tested with the market's states and with conversions. */
const elsewhere: readonly Rejection[] = ['marketNotOpen', 'receivesTooLittle'];

test('every other rejection has a row, in order', () => {
  expect(rows.map(([reason]) => reason)).toEqual(rejections.filter((reason) => !elsewhere.includes(reason)));
});

describe.each(bothEngines)('%s', (_name, make) => {
  test.each([
    ['a limit order without a price', buildOrder({ priceTicks: 0 })],
    ['a limit order without a quantity', buildOrder({ quantityLots: 0 })],
    ['a limit order with an amount', buildOrder({ amount: 5 })],
    ['a limit order by amount that may rest', buildOrder({ quantityLots: 0, amount: 5 })],
    ['a FOK sell by amount', buildOrder({ quantityLots: 0, amount: 5, side: 'sell', timeInForce: 'FOK' })],
    ['a FOK buy by amount in a market of older rules', buildOrder({ quantityLots: 0, amount: 5, timeInForce: 'FOK' })],
    ['a post-only order that may not rest', buildOrder({ postOnly: true, timeInForce: 'IOC' })],
    ['a market order with a price', buildMarketOrder({ priceTicks: 5 })],
    ['a market order without a quantity', buildMarketOrder({ quantityLots: 0 })],
    ['a market buy of both quantity and amount', buildMarketOrder({ quantityLots: 5, amount: 5 })],
    ['a market sell by amount in a market of older rules', buildMarketOrder({ side: 'sell', amount: 5 })],
    ['a FOK market order', buildMarketOrder({ timeInForce: 'FOK' })],
    ['a post-only market order', buildMarketOrder({ postOnly: true })],
    ['an order of the house', buildOrder({ owner: 1 })],
    ['a stop without a direction', buildOrder({ stopTicks: 105 })],
    ['a direction without a stop', buildOrder({ stopDirection: 'rising' })],
    ['another leg without a stop', buildOrder({ otherLeg: 'some' })],
    ['a stop with a malformed other leg', buildOrder({ stopTicks: 105, stopDirection: 'rising', otherLeg: 'a b' })],
    ['a post-only stop', buildOrder({ stopTicks: 105, stopDirection: 'rising', postOnly: true })],
    ['a FOK stop', buildOrder({ stopTicks: 105, stopDirection: 'rising', timeInForce: 'FOK' })],
    ['a stop that buys by quantity at market price', buildMarketOrder({ stopTicks: 105, stopDirection: 'rising' })],
    ['a stop with a negative trigger price', buildOrder({ stopTicks: -1, stopDirection: 'rising' })],
    ['a fractional expiry', buildOrder({ expiresAt: 0.5 })],
    ['an expiry of an IOC order', buildOrder({ expiresAt: 9, timeInForce: 'IOC' })],
    ['an expiry of a market order', buildMarketOrder({ expiresAt: 9 })],
    ['an iceberg that shows more than its quantity', buildOrder({ visibleLots: 11 })],
    ['an IOC iceberg', buildOrder({ visibleLots: 5, timeInForce: 'IOC' })],
    ['an iceberg with a stop', buildOrder({ visibleLots: 5, stopTicks: 105, stopDirection: 'rising' })],
    ['an id with a space', buildOrder({ clientOrderId: 'a b' })],
    ['an id of 65 characters', buildOrder({ clientOrderId: 'x'.repeat(65) })],
    ['an empty id', buildOrder({ clientOrderId: '' })],
    ['a deposit of nothing', buildDeposit({ amount: 0 })],
    ['a withdrawal of nothing', buildHold({ amount: 0, fee: 0 })],
    ['a withdrawal whose fee equals its amount', buildHold({ amount: 5, fee: 5 })],
    ['a quantity of NaN', buildOrder({ quantityLots: Number.NaN })],
  ])('%s is malformed and not remembered', (_what, command) => {
    const { apply, engine } = openTestEngine(make);
    apply(buildOrder({ owner: 1001, side: 'sell' }));
    const before = engine.stateHash();
    expect(apply(command, command)).toEqual(['rejected malformed', 'rejected malformed']);
    expect(engine.stateHash()).toBe(before);
  });

  describe.each(rows)('%s', (reason, build) => {
    function prepared() {
      const opened = openTestEngine(make, {
        unitsPerTickLot: 5,
        minQuantityLots: 2,
        maxQuantityLots: 100,
        minNotional: 100,
        maxNotional: 1_000_000,
        bandPpm: 100_000,
        maxOpenOrders: 2,
        maxIcebergParts: 11,
      });
      const { place, market, engine, apply } = opened;
      place({ owner: 1001, side: 'sell', clientOrderId: 'done' });
      place({ clientOrderId: 'taken' });
      place({ owner: 1001, side: 'sell', clientOrderId: 'partly', quantityLots: 12 });
      place({});
      const stop = { stopTicks: 91, stopDirection: 'falling', quantityLots: 10 } as const;
      market({ owner: 1001, side: 'sell', clientOrderId: 'stop', ...stop });
      // Bids would cross the asks that the last rows need, so the open orders of 1002 are asks.
      place({ owner: 1002, side: 'sell', priceTicks: 105 });
      place({ owner: 1002, side: 'sell', priceTicks: 106 });
      apply(
        buildHold({ requestId: 'released' }),
        { type: 'releaseWithdrawal', time: 0, owner: 1000, requestId: 'released' },
        buildHold({ requestId: 'refused', amount: 2 * initialBalance }),
      );
      expect(engine.lastPriceTicks(0)).toBe(100);
      expect(engine.openOrders(1000)).toEqual([]);
      return { engine, apply };
    }

    test('is the reported reason, and nothing else changes', () => {
      const { engine, apply } = prepared();
      const before = moneyAndBook(engine);
      const command = build();
      expect(apply(command)).toEqual([`rejected ${reason}`]);
      expect(moneyAndBook(engine)).toEqual(before);
    });

    test('precedes or follows marketNotOpen', () => {
      const { apply } = prepared();
      apply({ type: 'setMarketState', time: 0, market: 0, state: 'halted' });
      const command = build();
      const precedes = rejections.indexOf(reason) < rejections.indexOf('marketNotOpen');
      const isOrder = command.type === 'place' || command.type === 'amend';
      expect(apply(command)).toEqual([`rejected ${precedes || !isOrder ? reason : 'marketNotOpen'}`]);
    });
  });
});

function moneyAndBook(engine: MatchingEngine): unknown {
  return [engine.depth(0, 9), [1, 2, 3, 1000, 1001, 1002, 1003].map((owner) => engine.balances(owner))];
}
