import { assert } from '@fft/decimal';
import type { Ladder } from '../book/ladder.ts';
import { validateBrackets } from '../brackets/validate-brackets.ts';
import { SystemOwner } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { allOpenLots, heldOf } from '../orders/end-order.ts';
import { kindMask, RequestKind } from '../requests/order-flags.ts';
import { none } from '../store/records.ts';
import { isTrailing, mayWaitAt, timesOf } from '../requests/order-conditions.ts';
import { trailDistance } from '../trailing/trail-block.ts';
import { isTriggered } from '../matching/triggers.ts';
import { TimerKind } from '../time/timers.ts';
import type { PendingWork } from '../time/pending-work.ts';
import { termsOf } from './queries.ts';
import type { State } from './state.ts';

/** Asserts every invariant of the whole state. */
export function validate(state: State): void {
  validateAccounts(state);
  const tally = validateBooks(state);
  addWithdrawals(state, tally);
  validateHolds(state, tally.held);
  assert(tally.orders === state.orders.count, 'an open order is in no book');
  assert(tally.levels === state.levels.count, 'a level is on no ladder');
  validateMarketAccounts(state, tally.byMarketAccount);
  assert(tally.conditional === state.orders.conditionalCount, 'a condition state belongs to no order');
  state.requests.validate();
  validateFees(state);
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
    'the issued amount differs from the outside balance',
  );
}

interface Tally {
  orders: number;
  levels: number;
  /** Orders with a condition state. */
  conditional: number;
  /** By account: the holds of open orders and withdrawals. */
  readonly held: Map<number, number>;
  /** By market account: the number of open orders. */
  readonly byMarketAccount: Map<number, number>;
}

function validateBooks(state: State): Tally {
  const tally: Tally = { orders: 0, levels: 0, conditional: 0, held: new Map(), byMarketAccount: new Map() };
  for (const market of state.markets) {
    const { bids, asks } = market.book;
    validateSide(state, market, bids, tally);
    validateSide(state, market, asks, tally);
    if (market.rules.state === 'open' && bids.best() !== none && asks.best() !== none) {
      assert(bids.bestKey() < -asks.bestKey(), 'the best bid reaches the best ask');
    }
    validateStops(state, market, tally);
  }
  return tally;
}

function validateSide(state: State, market: Market, ladder: Ladder, tally: Tally): void {
  const { levels } = state;
  const isBuy = [market.book.bids, market.stops.bids, market.trails.inactive.bids].includes(ladder);
  let betterTicks: number | null = null;
  let count = 0;
  for (const level of ladder.bestFirst()) {
    const priceTicks = levels.priceOf(level);
    const isWorse = betterTicks === null || (isBuy ? priceTicks < betterTicks : priceTicks > betterTicks);
    assert(isWorse, 'levels are out of order');
    assert(ladder.find(isBuy ? priceTicks : -priceTicks) === level, 'a level is not found by its price');
    betterTicks = priceTicks;
    count += 1;
    validateQueue(state, market, { level, isBuy }, tally);
  }
  assert(count === ladder.count, 'a ladder miscounts its levels');
  tally.levels += count;
}

function validateQueue(state: State, market: Market, at: { level: number; isBuy: boolean }, tally: Tally): void {
  const { levels, orders, marketAccounts } = state;
  let previous = none;
  let lots = 0;
  let hidden = 0;
  for (let order = levels.headOf(at.level); order !== none; order = orders.nextOf(order)) {
    const marketAccount = orders.marketAccountOf(order);
    const openLots = orders.openLotsOf(order);
    assert(orders.previousOf(order) === previous, 'a queue is linked wrongly');
    assert(orders.levelOf(order) === at.level, 'an order is in a wrong queue');
    if (orders.isWaiting(order)) validateStop(state, market, order, at);
    else validateResting(state, order, at);
    assert(marketAccounts.marketOf(marketAccount) === market.id, 'an order is in a wrong market');
    count(state, market, order, tally);
    lots += openLots;
    hidden += allOpenLots(state, order) - openLots;
    previous = order;
  }
  assert(levels.tailOf(at.level) === previous && previous !== none, 'a queue ends wrongly');
  assert(levels.quantityOf(at.level) === lots, 'a level miscounts its lots');
  assert(levels.hiddenLotsOf(at.level) === hidden, 'a level miscounts what is hidden');
}

/** Counts an open order and its hold. */
function count(state: State, market: Market, order: number, tally: Tally): void {
  const { orders, requests, marketAccounts } = state;
  const marketAccount = orders.marketAccountOf(order);
  assert(requests.openOrder(orders.idOf(order)) === order, 'an open order is not found by its number');
  const hasId = requests.lookupKey.read(
    marketAccounts.ownerOf(marketAccount),
    RequestKind.order,
    orders.clientIdOf(order),
  );
  assert(hasId && requests.openOf(requests.lookupKey) === order, 'an open order is not known by its id');
  const account = marketAccounts.fundingOf(marketAccount, orders.isBuy(order));
  tally.held.set(account, (tally.held.get(account) ?? 0) + heldOf(state, market, order));
  tally.byMarketAccount.set(marketAccount, (tally.byMarketAccount.get(marketAccount) ?? 0) + 1);
  tally.orders += 1;
  if (orders.hasConditions(order)) tally.conditional += 1;
  if (orders.hasConditions(order)) validateTimer(state, order);
  validateLeg(state, order);
}

/** An order has a timer if, and only if, the engine acts on it at a time. */
function validateTimer({ orders, timers }: State, order: number): void {
  const dueAt = timers.timeOf({ kind: TimerKind.order, subject: orders.idOf(order), scope: 0 });
  assert(timesOf(orders.conditionState(order)).includes(dueAt), "an order's timer has a wrong time");
}

/** Every timer has a reason. */
function validateTimers({ timers, requests, markets }: State): void {
  for (const { kind, subject, time } of timers.all()) {
    if (kind === TimerKind.order) assert(requests.openOrder(subject) !== none, 'an ended order left a timer');
    if (kind === TimerKind.market) assert(markets[subject]?.until === time, 'a market has a stale timer');
  }
}

function validateResting(state: State, order: number, { isBuy }: { isBuy: boolean }): void {
  const { orders } = state;
  const shownLots = orders.openLotsOf(order);
  const { quantityLots } = termsOf(state, order);
  assert(orders.isBuy(order) === isBuy, 'an order is on the wrong side');
  assert(Number.isSafeInteger(shownLots) && shownLots > 0, 'an open order shows nothing');
  assert(allOpenLots(state, order) <= quantityLots, 'more is open than was ordered');
  assert(
    orders.hasConditions(order) === (orders.conditionStateOf(order) !== null),
    'an order and its conditions disagree',
  );
  const { visibleLots = 0, hiddenLots = 0 } = orders.conditionStateOf(order) ?? {};
  assert(hiddenLots >= 0 && (visibleLots > 0 || hiddenLots === 0), 'a plain order hides something');
  assert(visibleLots === 0 || shownLots <= visibleLots, 'an iceberg shows too much');
}

function validateStop(state: State, market: Market, order: number, at: { level: number; isBuy: boolean }): void {
  const conditions = state.orders.conditionStateOf(order);
  if (conditions !== null && isTrailing(conditions)) return validateInactive(state, market, order, at);
  const ticks = state.levels.priceOf(at.level);
  assert(conditions !== null && mayWaitAt(conditions, ticks), 'a stop waits at a wrong price');
  assert(conditions.isRising !== at.isBuy, 'a stop waits for the wrong direction');
  const { lastPriceTicks } = market;
  const isReached = conditions.isRising ? lastPriceTicks >= ticks : lastPriceTicks <= ticks;
  const isRecorded = isTriggered(market, conditions.isRising, ticks);
  assert(lastPriceTicks === 0 || !isReached || isRecorded, 'a stop whose price was reached still waits');
}

function validateStops(state: State, market: Market, tally: Tally): void {
  validateSide(state, market, market.stops.bids, tally);
  validateSide(state, market, market.stops.asks, tally);
  validateTrails(state, market, tally);
  validateBrackets(state, market);
  const isPending = (kind: PendingWork['kind']) =>
    state.pendingWork.some((one) => one.kind !== 'cancels' && one.kind === kind && one.market === market.id);
  const isBusy = market.reached.length > 0 || market.trails.sells.isBusy || market.trails.buys.isBusy;
  const isIdle = market.rules.state !== 'open' || !(isBusy || market.brackets.hasDue);
  assert(isIdle || isPending('stops') || isPending('opening'), 'a triggered stop did not execute');
  assert(market.opening === null || isPending('opening'), 'an opening has no pending work');
}

/** A trailing stop that does not follow yet waits at its activation price. */
function validateInactive(
  { orders, levels }: State,
  market: Market,
  order: number,
  at: { level: number; isBuy: boolean },
): void {
  const { activationTicks } = orders.conditionState(order);
  const { lastPriceTicks } = market;
  assert(activationTicks === levels.priceOf(at.level), 'a trailing stop waits at a wrong price');
  assert(orders.isBuy(order) === at.isBuy, 'a trailing stop waits on the wrong side');
  const isReached = at.isBuy ? lastPriceTicks <= activationTicks : lastPriceTicks >= activationTicks;
  const mayWait = lastPriceTicks === 0 || !isReached || market.trails.side(at.isBuy).isBusy;
  assert(mayWait, 'an activated trailing stop does not follow');
}

function validateTrails(state: State, market: Market, tally: Tally): void {
  const { trails, lastPriceTicks } = market;
  validateSide(state, market, trails.inactive.bids, tally);
  validateSide(state, market, trails.inactive.asks, tally);
  for (const side of [trails.sells, trails.buys]) {
    let before = side.isBuy ? 0 : Infinity;
    let stops = 0;
    for (const [order, extremeTicks, triggerTicks] of side.following()) {
      const conditions = state.orders.conditionStateOf(order);
      assert(state.orders.isWaiting(order) && conditions !== null && isTrailing(conditions), 'a plain order trails');
      assert(state.orders.isBuy(order) === side.isBuy, 'a trailing stop follows on the wrong side');
      assert(side.isBuy ? extremeTicks >= before : extremeTicks <= before, 'a trailing stop missed an extreme');
      const distance = trailDistance(conditions, extremeTicks);
      assert(triggerTicks === extremeTicks + (side.isBuy ? distance : -distance), 'a trail has a wrong length');
      const isReached = side.isBuy ? lastPriceTicks >= triggerTicks : lastPriceTicks <= triggerTicks;
      const isBehind = side.isBuy ? lastPriceTicks < extremeTicks : lastPriceTicks > extremeTicks;
      assert(side.isBusy || !(isReached || isBehind), 'a trailing stop missed the last price');
      count(state, market, order, tally);
      before = extremeTicks;
      stops += 1;
    }
    assert(stops === side.queue.count, 'a side miscounts its trailing stops');
  }
}

/** Fees that changed are known as long as an order placed under them is open. */
function validateFees({ markets, marketAccounts, orders, fees }: State): void {
  const openOf = (accounts: Iterable<number>): number[] => {
    const ids: number[] = [];
    for (const account of accounts) {
      for (let order = marketAccounts.newestOf(account); order !== none; order = orders.accountNextOf(order))
        ids.push(orders.idOf(order));
    }
    return ids;
  };
  const accounts = [...marketAccounts.slots()];
  for (const { id, openOrders, feesBefore } of markets) {
    const ids = openOf(accounts.filter((account) => marketAccounts.marketOf(account) === id));
    assert(ids.length === openOrders, 'a market miscounts its open orders');
    feesBefore.validate(ids);
  }
  for (const [owner, history] of fees.changed()) {
    assert(!history.isEmpty, 'a customer has an empty history of fees');
    history.validate(openOf(accounts.filter((account) => marketAccounts.ownerOf(account) === owner)));
  }
  for (const account of accounts) {
    const own = fees.slotOf(marketAccounts.ownerOf(account));
    const isLinked = marketAccounts.feesOf(account) === own || fees.of(marketAccounts.ownerOf(account)) === null;
    assert(isLinked, "a market account does not know its owner's fees");
  }
}

/** The other leg of an open order is open and linked back. */
function validateLeg({ orders, requests }: State, order: number): void {
  const leg = orders.conditionStateOf(order)?.legOrder ?? none;
  if (leg === none) return;
  assert(requests.openOrder(orders.idOf(leg)) === leg, 'the other leg of an open order has ended');
  assert(orders.conditionStateOf(leg)?.legOrder === order, 'two legs are not linked to each other');
}

function addWithdrawals({ requests, accounts }: State, tally: Tally): void {
  for (const { owner, flags, subject, second } of requests.heldWithdrawals()) {
    assert((flags & kindMask) === RequestKind.withdrawal, 'a held request is not a withdrawal');
    const account = accounts.find(owner, (flags >> 2) & 1, subject);
    tally.held.set(account, (tally.held.get(account) ?? 0) + second);
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

function validateMarketAccounts({ marketAccounts, orders }: State, byMarketAccount: Map<number, number>): void {
  for (const marketAccount of marketAccounts.slots()) {
    let count = 0;
    let previous = marketAccounts.oldestOf(marketAccount);
    for (let order = marketAccounts.newestOf(marketAccount); order !== none; order = orders.accountNextOf(order)) {
      assert(
        orders.marketAccountOf(order) === marketAccount && orders.accountPreviousOf(order) === previous,
        'a market account is linked wrongly',
      );
      previous = order;
      count += 1;
    }
    assert(previous === marketAccounts.oldestOf(marketAccount), 'a market account does not know its oldest order');
    assert(
      count === marketAccounts.openCountOf(marketAccount) && count === (byMarketAccount.get(marketAccount) ?? 0),
      'a market account miscounts its orders',
    );
  }
}
