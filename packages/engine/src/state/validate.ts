import { assert } from '@fft/decimal';
import type { Ladder } from '../book/ladder.ts';
import { SystemOwner } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { allOpenLots, heldOf } from '../orders/end-order.ts';
import { kindMask, RequestKind } from '../requests/order-flags.ts';
import { none } from '../store/records.ts';
import { isCovered } from '../matching/triggers.ts';
import { TimerKind } from '../time/timers.ts';
import type { Work } from '../time/work.ts';
import { termsOf } from './queries.ts';
import type { State } from './state.ts';

/** Asserts every invariant of the whole state. Walks all of it. */
export function validate(state: State): void {
  validateAccounts(state);
  const walked = validateBooks(state);
  addWithdrawals(state, walked);
  validateHolds(state, walked.held);
  assert(walked.orders === state.orders.count, 'an open order stands in no book');
  assert(walked.levels === state.levels.count, 'a level stands on no ladder');
  validateSeats(state, walked.bySeat);
  assert(walked.special === state.orders.specialCount, 'details are kept of what is no order');
  state.requests.validate();
  validateTimers(state);
}

function validateAccounts({ accounts, assets, issued }: State): void {
  const sums = assets.map(() => 0n);
  const outside = assets.map(() => 0n);
  for (const account of accounts.slots()) {
    const asset = accounts.assetOf(account);
    const available = accounts.availableOf(account);
    const frozen = accounts.frozenOf(account);
    assert(Number.isSafeInteger(available) && Number.isSafeInteger(frozen), 'a balance is no safe integer');
    assert(frozen >= 0, 'frozen is below zero');
    const total = BigInt(available) + BigInt(frozen);
    sums[asset] = (sums[asset] ?? 0n) + total;
    if (accounts.isOutside(account)) {
      outside[asset] = (outside[asset] ?? 0n) - total;
    } else {
      assert(available >= 0, 'available is below zero');
    }
  }
  assert(
    sums.every((sum) => sum === 0n),
    'the books of an asset do not balance',
  );
  assert(
    outside.every((sum, asset) => sum >= 0n && sum === BigInt(issued[asset] ?? 0)),
    'what came in is not what is owed outside',
  );
}

interface Walked {
  orders: number;
  levels: number;
  /** Orders that have details. */
  special: number;
  /** By account: what open orders and withdrawals hold. */
  readonly held: Map<number, number>;
  /** By seat: how many orders are open. */
  readonly bySeat: Map<number, number>;
}

function validateBooks(state: State): Walked {
  const walked: Walked = { orders: 0, levels: 0, special: 0, held: new Map(), bySeat: new Map() };
  for (const market of state.markets) {
    const { bids, asks } = market.book;
    validateSide(state, market, bids, walked);
    validateSide(state, market, asks, walked);
    if (market.rules.state === 'open' && bids.best() !== none && asks.best() !== none) {
      assert(bids.bestKey() < -asks.bestKey(), 'the best bid reaches the best ask');
    }
    validateStops(state, market, walked);
  }
  return walked;
}

function validateSide(state: State, market: Market, ladder: Ladder, walked: Walked): void {
  const { levels } = state;
  const isBuy = ladder === market.book.bids || ladder === market.stops.bids;
  let betterTicks: number | null = null;
  let count = 0;
  for (const level of ladder.bestFirst()) {
    const priceTicks = levels.priceOf(level);
    const isWorse = betterTicks === null || (isBuy ? priceTicks < betterTicks : priceTicks > betterTicks);
    assert(isWorse, 'levels are out of order');
    assert(ladder.find(isBuy ? priceTicks : -priceTicks) === level, 'a level is not found by its price');
    betterTicks = priceTicks;
    count += 1;
    validateQueue(state, market, { level, isBuy }, walked);
  }
  assert(count === ladder.count, 'a ladder miscounts its levels');
  walked.levels += count;
}

function validateQueue(state: State, market: Market, at: { level: number; isBuy: boolean }, walked: Walked): void {
  const { levels, orders, marketAccounts } = state;
  let previous = none;
  let lots = 0;
  let hidden = 0;
  for (let order = levels.headOf(at.level); order !== none; order = orders.nextOf(order)) {
    const seat = orders.seatOf(order);
    const openLots = orders.openLotsOf(order);
    assert(orders.previousOf(order) === previous, 'a queue is linked wrongly');
    assert(orders.levelOf(order) === at.level, 'an order is in a wrong queue');
    if (orders.isWaiting(order)) validateStop(state, market, order, at);
    else validateResting(state, order, at);
    assert(marketAccounts.marketOf(seat) === market.id, 'an order is in a wrong market');
    count(state, market, order, walked);
    lots += openLots;
    hidden += allOpenLots(state, order) - openLots;
    previous = order;
  }
  assert(levels.tailOf(at.level) === previous && previous !== none, 'a queue ends wrongly');
  assert(levels.quantityOf(at.level) === lots, 'a level miscounts its lots');
  assert(levels.hiddenLotsOf(at.level) === hidden, 'a level miscounts what is hidden');
}

/** Counts an open order, and what it holds. */
function count(state: State, market: Market, order: number, walked: Walked): void {
  const { orders, requests, marketAccounts } = state;
  const seat = orders.seatOf(order);
  assert(requests.openOrder(orders.idOf(order)) === order, 'an open order is not found by its number');
  const isNamed = requests.other.read(marketAccounts.ownerOf(seat), RequestKind.order, orders.clientIdOf(order));
  assert(isNamed && requests.openOf(requests.other) === order, 'an open order is not known by its id');
  const account = marketAccounts.fundingOf(seat, orders.isBuy(order));
  walked.held.set(account, (walked.held.get(account) ?? 0) + heldOf(state, market, order));
  walked.bySeat.set(seat, (walked.bySeat.get(seat) ?? 0) + 1);
  walked.orders += 1;
  if (orders.hasConditions(order)) walked.special += 1;
  if (orders.hasConditions(order)) validateExpiry(state, order);
  validateLeg(state, order);
}

/** An order that expires has a timer, and no other has. */
function validateExpiry({ orders, timers }: State, order: number): void {
  const { expiresAt } = orders.detail(order);
  const dueAt = timers.timeOf({ kind: TimerKind.expiry, subject: orders.idOf(order), scope: 0 });
  assert(dueAt === (expiresAt || Infinity), 'an order does not expire when it is to');
}

/** A timer is left only where it has a reason. */
function validateTimers({ timers, requests, markets }: State): void {
  for (const { kind, subject, time } of timers.all()) {
    if (kind === TimerKind.expiry) assert(requests.openOrder(subject) !== none, 'a timer is left of an ended order');
    if (kind === TimerKind.market) assert(markets[subject]?.until === time, 'a market has a timer of before');
  }
}

function validateResting(state: State, order: number, { isBuy }: { isBuy: boolean }): void {
  const { orders } = state;
  const shownLots = orders.openLotsOf(order);
  const { quantityLots } = termsOf(state, order);
  assert(orders.isBuy(order) === isBuy, 'an order is on the wrong side');
  assert(Number.isSafeInteger(shownLots) && shownLots > 0, 'an open order shows nothing');
  assert(allOpenLots(state, order) <= quantityLots, 'more is open than was ordered');
  assert(orders.hasConditions(order) === (orders.detailsOf(order) !== null), 'an order and its details disagree');
  const { visibleLots = 0, hiddenLots = 0 } = orders.detailsOf(order) ?? {};
  assert(hiddenLots >= 0 && (visibleLots > 0 || hiddenLots === 0), 'a plain order hides something');
  assert(visibleLots === 0 || shownLots <= visibleLots, 'an iceberg shows too much');
}

function validateStop(state: State, market: Market, order: number, at: { level: number; isBuy: boolean }): void {
  const details = state.orders.detailsOf(order);
  assert(details !== null && details.stopTicks === state.levels.priceOf(at.level), 'a stop waits at a wrong price');
  assert(details.isRising !== at.isBuy, 'a stop waits for the wrong direction');
  const { lastPriceTicks } = market;
  const isReached = details.isRising ? lastPriceTicks >= details.stopTicks : lastPriceTicks <= details.stopTicks;
  const isNoted = isCovered(market, details.isRising, details.stopTicks);
  assert(lastPriceTicks === 0 || !isReached || isNoted, 'a stop whose price was reached still waits');
}

function validateStops(state: State, market: Market, walked: Walked): void {
  validateSide(state, market, market.stops.bids, walked);
  validateSide(state, market, market.stops.asks, walked);
  const isLeft = (kind: Work['kind']) =>
    state.work.some((one) => one.kind !== 'cancels' && one.kind === kind && one.market === market.id);
  const isIdle = market.rules.state !== 'open' || market.reached.length === 0;
  assert(isIdle || isLeft('stops') || isLeft('opening'), 'a triggered stop did not come in');
  assert(market.opening === null || isLeft('opening'), 'a market does not go on opening');
}

/** The other leg of an open order is open too, and knows it. */
function validateLeg({ orders, requests }: State, order: number): void {
  const leg = orders.detailsOf(order)?.legOrder ?? none;
  if (leg === none) return;
  assert(requests.openOrder(orders.idOf(leg)) === leg, 'the other leg of an open order has ended');
  assert(orders.detailsOf(leg)?.legOrder === order, 'two legs do not know each other');
}

function addWithdrawals({ requests, accounts }: State, walked: Walked): void {
  for (const { owner, flags, subject, second } of requests.heldOnes()) {
    assert((flags & kindMask) === RequestKind.withdrawal, 'what is no withdrawal is held as one');
    const account = accounts.find(owner, (flags >> 2) & 1, subject);
    walked.held.set(account, (walked.held.get(account) ?? 0) + second);
  }
}

function validateHolds({ accounts }: State, held: Map<number, number>): void {
  for (const account of accounts.slots()) {
    const owner = accounts.ownerOf(account);
    assert(
      accounts.frozenOf(account) === (held.get(account) ?? 0),
      'frozen is not what open orders and withdrawals hold',
    );
    assert(owner !== SystemOwner.house || accounts.frozenOf(account) === 0, 'the house holds something frozen');
  }
}

function validateSeats({ marketAccounts, orders }: State, bySeat: Map<number, number>): void {
  for (const seat of marketAccounts.slots()) {
    let count = 0;
    let previous = marketAccounts.oldestOf(seat);
    for (let order = marketAccounts.newestOf(seat); order !== none; order = orders.seatNextOf(order)) {
      assert(orders.seatOf(order) === seat && orders.seatPreviousOf(order) === previous, 'a seat is linked wrongly');
      previous = order;
      count += 1;
    }
    assert(previous === marketAccounts.oldestOf(seat), 'a seat does not know its oldest order');
    assert(
      count === marketAccounts.openCountOf(seat) && count === (bySeat.get(seat) ?? 0),
      'a seat miscounts its orders',
    );
  }
}
