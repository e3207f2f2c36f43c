import { buildCancel } from '@fft/testkit';
import { expect, test } from 'vitest';
import { SoundState } from '../../test/sound-state.ts';
import { FeeHistory } from '../fees/fee-history.ts';
import { SystemOwner } from '../command.ts';
import { Engine } from '../engine.ts';
import { silentListener } from '../listener.ts';
import type { Market } from '../markets/market.ts';
import { noConditions } from '../requests/order-conditions.ts';
import { RequestKind } from '../requests/order-flags.ts';
import type { TrailBlock } from '../trailing/trail-block.ts';
import { validate } from './validate.ts';

const ofOrders = 'frozen is not what open orders and withdrawals hold';

/** Error messages, and how to provoke them. */
const rows: [message: string, spoil: (sound: SoundState) => void][] = [
  ['a balance is no safe integer', (sound) => sound.change(1000, 0.5, 0)],
  ['a balance is no safe integer', (sound) => sound.change(1000, 0, Infinity)],
  ['frozen is below zero', (sound) => sound.change(1, 1, -1)],
  ['available is below zero', (sound) => sound.change(1000, -2_000_000, 2_000_000)],
  ['the books of an asset do not balance', (sound) => sound.change(1000, 1, 0)],
  ['the books of an asset do not balance', (sound) => sound.change(SystemOwner.chain, 1, 0)],
  ['the issued amount differs from the outside balance', ({ state }) => (state.issued[1] = 1)],
  ['the issued amount differs from the outside balance', ({ state }) => (state.issued.length = 0)],
  ['the best bid reaches the best ask', (sound) => sound.cross(105, 105)],
  ['the best bid reaches the best ask', (sound) => sound.cross(107, 106)],
  ['levels are out of order', ({ state, market }) => market.book.bids.insert(98, state.levels.create(101))],
  ['levels are out of order', ({ state, market }) => market.book.bids.insert(98, state.levels.create(99))],
  ['levels are out of order', ({ state, market }) => market.book.asks.insert(-112, state.levels.create(109))],
  ['levels are out of order', ({ state, market }) => market.book.asks.insert(-112, state.levels.create(111))],
  ['a level is not found by its price', ({ state, market }) => market.book.bids.insert(98, state.levels.create(97))],
  ['a level is not found by its price', ({ state, market }) => market.book.asks.insert(-112, state.levels.create(113))],
  ['a ladder miscounts its levels', ({ market }) => (market.stops.asks.count += 1)],
  ['a queue is linked wrongly', (sound) => sound.state.orders.setPrevious(sound.order('second'), -1)],
  ['a queue is linked wrongly', (sound) => sound.state.orders.setPrevious(sound.order('first'), 0)],
  [
    'an order is in a wrong queue',
    (sound) => sound.state.orders.setLevel(sound.order('first'), sound.levelOf('deeper')),
  ],
  [
    'an order is in a wrong market',
    ({ state, market }) => Object.assign(state.market(1) as Market, { book: market.book }),
  ],
  ['a queue ends wrongly', (sound) => sound.state.levels.setTail(sound.levelOf('first'), sound.order('first'))],
  ['a queue ends wrongly', ({ state, market }) => market.book.bids.insert(98, state.levels.create(98))],
  ['a level miscounts its lots', (sound) => sound.state.levels.addQuantity(sound.levelOf('first'), 1)],
  ['an open order is not found by its number', ({ state }) => state.requests['byOrder'].remove(1)],
  ['an open order is not known by its id', loseId],
  ['an order is on the wrong side', (sound) => moveTo(sound, 'ask', { isBuy: true, priceTicks: 98 })],
  ['an order is on the wrong side', (sound) => moveTo(sound, 'deeper', { isBuy: false, priceTicks: 112 })],
  ['an open order shows nothing', (sound) => sound.state.orders.setOpenLots(sound.order('first'), 0)],
  ['an open order shows nothing', (sound) => sound.state.orders.setOpenLots(sound.order('first'), 0.5)],
  ['more is open than was ordered', (sound) => sound.state.orders.setOpenLots(sound.order('first'), 11)],
  ['more is open than was ordered', (sound) => sound.conditionState('berg', { hiddenLots: 17 })],
  [
    'an order and its conditions disagree',
    (sound) => sound.state.orders['conditions'].add(sound.order('first'), noConditions),
  ],
  ['a plain order hides something', (sound) => hide(sound, 'first')],
  ['a plain order hides something', (sound) => sound.conditionState('berg', { hiddenLots: -1 })],
  ['an iceberg shows too much', (sound) => sound.conditionState('berg', { visibleLots: 3 })],
  ['a trailing stop waits at a wrong price', (sound) => sound.conditionState('later', { activationTicks: 119 })],
  ['a trailing stop waits on the wrong side', inactiveAsBuy],
  ['an activated trailing stop does not follow', ({ market }) => (market.lastPriceTicks = 119)],
  ['a plain order trails', (sound) => sound.state.orders.setWaiting(sound.order('trail-1'), false)],
  [
    'a trailing stop follows on the wrong side',
    (sound) => sound.market.trails.buys.follow(sound.order('trail-1'), 110, { trailTicks: 5, trailBps: 0 }),
  ],
  [
    'a trailing stop missed an extreme',
    ({ market }) => ((market.trails.sells.queue.blocks[0] as TrailBlock)['extremes'][1] = 111),
  ],
  ['a trail has a wrong length', (sound) => sound.conditionState('trail-1', { trailTicks: 6 })],
  ['a trailing stop missed the last price', ({ market }) => (market.lastPriceTicks = 112)],
  ['a trailing stop missed the last price', ({ market }) => (market.lastPriceTicks = 105)],
  ['an ended order left its bracket', (sound) => sound.brackets.add({ ...sound.bracket, entry: 999 })],
  ['legs hold more than their entry received', (sound) => (sound.bracket.held = 4000)],
  ['legs hold more than their entry received', (sound) => (sound.bracket.held = -1)],
  ['legs protect more than their entry traded', (sound) => (sound.bracket.lots = 2)],
  ['the legs of a bracket hold something else than they need', (sound) => (sound.bracket.held = 2000)],
  ['legs are due without a bracket', (sound) => sound.brackets.setDue(999)],
  ['a triggered stop did not execute', (sound) => sound.brackets.setDue(sound.bracket.entry)],
  ['a side miscounts its trailing stops', ({ market }) => (market.trails.sells.queue.count += 1)],
  ['a stop waits at a wrong price', (sound) => sound.conditionState('rising', { stopTicks: 119 })],
  ['a stop waits at a wrong price', (sound) => sound.state.orders.setWaiting(sound.order('first'), true)],
  ['a stop waits for the wrong direction', (sound) => sound.conditionState('rising', { isRising: false })],
  ['a stop waits for the wrong direction', (sound) => sound.conditionState('falling', { isRising: true })],
  ['a stop whose price was reached still waits', ({ market }) => (market.lastPriceTicks = 120)],
  ['a stop whose price was reached still waits', ({ market }) => (market.lastPriceTicks = 95)],
  ['a triggered stop did not execute', (sound) => sound.market.reached.push({ isRising: true, ticks: 200 })],
  ['an opening has no pending work', ({ market }) => (market.opening = { priceTicks: 0, search: null })],
  ['a market account does not know its oldest order', (sound) => forgetOldest(sound)],
  ['the other leg of an open order has ended', (sound) => sound.conditionState('gain', { legOrder: sound.gone })],
  ['two legs are not linked to each other', (sound) => sound.conditionState('gain', { legOrder: sound.order('berg') })],
  [
    'two legs are not linked to each other',
    (sound) => sound.conditionState('gain', { legOrder: sound.order('first') }),
  ],
  ['a held request is not a withdrawal', (sound) => sound.hold(1000, RequestKind.deposit)],
  [ofOrders, (sound) => sound.change(1000, -1, 1)],
  [ofOrders, (sound) => sound.change(1000, 1, -1)],
  [ofOrders, (sound) => sound.hold(1000, RequestKind.withdrawal)],
  ['the house holds something frozen', holdOfHouse],
  ['an open order is in no book', ({ state }) => state.orders['records'].allocate()],
  ['a level is on no ladder', ({ state }) => state.levels.create(98)],
  ['a market account is linked wrongly', (sound) => sound.state.orders.setAccountPrevious(sound.order('deeper'), -1)],
  [
    'a market account is linked wrongly',
    ({ state }) =>
      state.marketAccounts['setNewest'](
        state.marketAccounts.find(1001, 0),
        state.marketAccounts.newestOf(state.marketAccounts.find(1000, 0)),
      ),
  ],
  [
    'a market account miscounts its orders',
    ({ state }) => state.marketAccounts['setOpenCount'](state.marketAccounts.find(1000, 0), 5),
  ],
  [
    'a market account miscounts its orders',
    (sound) => sound.state.marketAccounts.remove(sound.state.marketAccounts.find(1000, 0), sound.order('first')),
  ],
  ['a market miscounts its open orders', ({ market }) => (market.openOrders += 1)],
  ['ended fees miscount their orders', (sound) => sound.endFees(1)],
  ['a customer has an empty history of fees', ({ state }) => state.fees['histories'].set(0, new FeeHistory())],
  ['ended fees miscount their orders', ({ state }) => state.fees.forget(state.fees.slotOf(1000), 1)],
  [
    "a market account does not know its owner's fees",
    ({ state }) => state.marketAccounts.setFees(state.marketAccounts.find(1000, 0), -1),
  ],
  ['a condition state belongs to no order', ({ state }) => state.orders['conditions'].add(1 << 20, noConditions)],
  ['an open order is not known by its id', ({ state }) => state.requests['openIds'].add(1, 1)],
  ['a completed request is not known by its id', ({ state }) => state.requests['completedIds'].add(1, 1)],
  ['the completed requests are miscounted', forgetEnded],
];

function loseId(sound: SoundState): void {
  const { orders, requests } = sound.state;
  const order = sound.order('first');
  requests['openIds'].remove(orders.hashOf(order), order);
  requests['openIds'].add(orders.hashOf(order) + 1, order);
}

function moveTo(sound: SoundState, clientOrderId: string, to: { isBuy: boolean; priceTicks: number }): void {
  const { state, market } = sound;
  const [order, level] = [sound.order(clientOrderId), sound.levelOf(clientOrderId)];
  market.book.detach(order);
  market.book.dropIfEmpty(level, !to.isBuy);
  market.book.add(order, to.isBuy, to.priceTicks);
  expect(state.levels.headOf(state.orders.levelOf(order))).toBe(order);
}

function hide(sound: SoundState, clientOrderId: string): void {
  sound.state.orders.setQuantityLots(sound.order(clientOrderId), 20);
  sound.conditionState(clientOrderId, { hiddenLots: 1 });
}

function forgetOldest(sound: SoundState): void {
  const { orders, marketAccounts } = sound.state;
  const newest = marketAccounts.newestOf(orders.marketAccountOf(sound.order('first')));
  orders.setAccountPrevious(newest, newest);
}

function holdOfHouse(sound: SoundState): void {
  sound.change(1000, -1, 0);
  sound.change(SystemOwner.house, 0, 1);
  sound.hold(SystemOwner.house, RequestKind.withdrawal);
}

function forgetEnded({ state }: SoundState): void {
  state.requests.completed.count += 1;
  state.requests['completedIds'].add(1, 1);
}

test.each(rows)('row %#: validate throws "%s"', (message, spoil) => {
  const sound = new SoundState();
  validate(sound.state);
  spoil(sound);
  expect(() => validate(sound.state)).toThrow(message);
});

test.each([0, 96, 119])('stops may wait at a last price of %i', (lastPriceTicks) => {
  const sound = new SoundState();
  for (const id of ['trail-1', 'trail-2', 'later']) sound.apply(buildCancel({ owner: 1001, clientOrderId: id }));
  sound.market.lastPriceTicks = lastPriceTicks;
  expect(() => validate(sound.state)).not.toThrow();
});

test('an engine validates its whole state', () => {
  const { state } = new SoundState();
  const engine = new Engine(silentListener, state);
  engine.validate();
  state.levels.create(98);
  expect(() => engine.validate()).toThrow('a level is on no ladder');
});

/** Moves a trailing stop that waits for a rise among those that wait for a fall. */
function inactiveAsBuy(sound: SoundState): void {
  const order = sound.order('later');
  sound.market.trails.remove(order);
  sound.market.trails.inactive.add(order, true, 118);
}
