import type { MarketState } from '@fft/engine';
import { placeNextLegs } from './brackets.ts';
import { enter } from './enter.ts';
import { collarAbove, fullHoldOf } from './rejections.ts';
import type { Plan } from './plan.ts';
import {
  addToBracket,
  afterFill,
  cancelOrder,
  fundingOf,
  cancelForSelfTrade,
  reachedStops,
  type NaiveTrade,
  trade,
  recordReachedStops,
  unlinkLegs,
} from './trade.ts';
import { activate, movedPrice, nextActivated, nextTrailing, triggerOf } from './trails.ts';
import { buysQuantityAtMarket, isTrailing } from './forms.ts';
import type { NaiveMarket, NaiveOrder, World } from './world.ts';

/** Runs after each order: a halt, or triggered stops one by one. Returns true once nothing is left. */
export function runTriggeredStops(world: World, market: NaiveMarket): boolean {
  haltIfVolatile(world, market);
  while (market.rules.state === 'open') {
    const isDue = market.legsDue.length > 0;
    const stop = isDue ? undefined : nextStop(world, market);
    const activated = isDue || stop !== undefined ? undefined : nextActivated(world, market);
    if (!isDue && stop === undefined && activated === undefined) return true;
    if (world.workLeft <= 0) {
      world.deferWork('stops', market.id);
      return false;
    }
    if (isDue) {
      placeNextLegs(world, market);
      haltIfVolatile(world, market);
      continue;
    }
    if (activated !== undefined) {
      activate(world, market, activated);
      world.workLeft -= 10;
    }
    if (stop === undefined) continue;
    const { steps } = triggerStop(world, stop);
    world.workLeft -= 10 + steps.length;
    haltIfVolatile(world, market);
  }
  return true;
}

/** The next stop to execute. Forgets prices without stops. */
function nextStop(world: World, market: NaiveMarket): NaiveOrder | undefined {
  for (let [first] = market.reached; first !== undefined; [first] = market.reached) {
    const [stop] = reachedStops(world, market, first.direction, first.ticks);
    if (stop !== undefined) return stop;
    market.reached.shift();
  }
  return nextTrailing(world, market);
}

function triggerStop(world: World, stop: NaiveOrder): Plan {
  const { command } = stop;
  const price =
    isTrailing(command) && command.orderType === 'limit' ? movedPrice(world.market(command.market), stop) : 0;
  if (price > 0 && price !== command.priceTicks) {
    world.listener.orderAmended(stop.id, price, command.quantityLots);
    stop.command = { ...command, priceTicks: price };
  }
  world.listener.orderTriggered(stop.id);
  const cap = buysQuantityAtMarket(command) ? highestPayable(world, stop) : null;
  const leg = unlinkLegs(stop);
  if (leg !== null) cancelOrder(world, leg, 'otherLeg');
  stop.state = 'new';
  const costOfTick = BigInt(command.quantityLots) * BigInt(world.rules(command.market).unitsPerTickLot);
  const hold = cap === null ? fullHoldOf(world, stop.command) : cap * costOfTick;
  const missing = hold - stop.held;
  const account = fundingOf(world, stop);
  const reason = missing > 0n ? 'freeze' : 'release';
  world.post(account, { available: -missing, frozen: missing, reason, orderId: stop.id });
  return enter(world, stop, { hold, cap });
}

/** The most that a stop pays that buys a quantity at the market's price: what it froze suffices, and the collar allows it. */
function highestPayable(world: World, stop: NaiveOrder): bigint {
  const { command, held, otherLeg } = stop;
  const rules = world.rules(command.market);
  const funds = held + (otherLeg === null ? 0n : world.heldBy(otherLeg));
  const affordable = funds / (BigInt(command.quantityLots) * BigInt(rules.unitsPerTickLot));
  const allowed = collarAbove(isTrailing(command) ? triggerOf(stop) : (command.stopTicks ?? 0), rules);
  return affordable < allowed ? affordable : allowed;
}

/** The prices of this second and the 59 before it. */
export function recentPrices(world: World, market: NaiveMarket): NaiveMarket['trades'] {
  return market.trades.filter(({ second }) => second > Math.floor(world.time / 1000) - 60);
}

function haltIfVolatile(world: World, market: NaiveMarket): void {
  const { volatilityPpm = 0, haltMs = 0, state } = market.rules;
  const prices = recentPrices(world, market).map(({ priceTicks }) => priceTicks);
  if (volatilityPpm === 0 || state !== 'open' || prices.length === 0) return;
  const low = BigInt(Math.min(...prices));
  const high = BigInt(Math.max(...prices));
  if ((high - low) * 1_000_000n > low * BigInt(volatilityPpm)) setState(world, market, 'halted', haltMs);
}

export function setState(world: World, market: NaiveMarket, state: MarketState, ms = 0): void {
  if (state === 'open' && market.rules.state !== 'open') {
    if (market.opening === null) {
      market.trades = [];
      market.opening = { price: 0, walked: 0 };
    }
    market.until = 0;
    if (!continueOpening(world, market)) world.deferWork('opening', market.id);
    return;
  }
  market.opening = null;
  enterState(world, market, state, ms);
}

/** Uncrosses the book within the command's work limit, then opens. Returns true once open. */
export function continueOpening(world: World, market: NaiveMarket): boolean {
  while (isCrossed(world, market)) {
    if (world.workLeft <= 0 || !uncrossOnce(world, market)) return false;
  }
  market.opening = null;
  enterState(world, market, 'open', 0);
  return true;
}

function enterState(world: World, market: NaiveMarket, state: MarketState, ms: number): void {
  market.rules = { ...market.rules, state };
  market.until = ms === 0 ? 0 : world.time + ms;
  world.listener.marketStateChanged(market.id, state);
}

function isCrossed(world: World, { id }: NaiveMarket): boolean {
  const [bid] = world.queue(id, 'buy');
  const [ask] = world.queue(id, 'sell');
  return bid !== undefined && ask !== undefined && bid.command.priceTicks >= ask.command.priceTicks;
}

/** Trades at one price. Returns true once done. */
function uncrossOnce(world: World, market: NaiveMarket): boolean {
  if (!searchPrice(world, market)) return false;
  const price = market.opening?.price ?? 0;
  if (world.workLeft <= 0) return false;
  for (;;) {
    const [bid] = world.queue(market.id, 'buy');
    const [ask] = world.queue(market.id, 'sell');
    const isOver =
      bid === undefined || ask === undefined || bid.command.priceTicks < price || ask.command.priceTicks > price;
    if (isOver) {
      market.opening = { price: 0, walked: 0 };
      return true;
    }
    const [older, newer] = bid.id < ask.id ? [bid, ask] : [ask, bid];
    if (older.command.owner === newer.command.owner) {
      const { selfTrade } = newer.command;
      if (selfTrade !== 'cancelNewest') cancelForSelfTrade(world, older);
      if (selfTrade !== 'cancelOldest') cancelForSelfTrade(world, newer);
    } else {
      const lots = bid.shown < ask.shown ? bid.shown : ask.shown;
      tradeInAuction(world, market, { taker: newer, maker: older, lots, priceTicks: price });
      const saved = BigInt(bid.command.priceTicks - price) * lots * BigInt(market.rules.unitsPerTickLot);
      const refund = { available: saved, frozen: -saved, reason: 'release' as const, orderId: bid.id };
      world.post(fundingOf(world, bid), refund);
      recordReachedStops(world, market);
      afterFill(world, bid, lots);
      afterFill(world, ask, lots);
    }
    world.notifyLevel(market.id, 'buy', bid.command.priceTicks);
    world.notifyLevel(market.id, 'sell', ask.command.priceTicks);
    world.workLeft -= 1;
    if (world.workLeft <= 0) return false;
  }
}

function tradeInAuction(world: World, market: NaiveMarket, pair: NaiveTrade): void {
  const received = trade(world, market, pair);
  const sides = [pair.taker, pair.maker].toSorted((one) => (one.command.side === 'buy' ? -1 : 1));
  for (const order of sides) addToBracket(market, order, pair.lots, received);
}

/** Finds the price if it is not known yet. Each level passed costs 1; the market accepts nothing until then. */
function searchPrice(world: World, market: NaiveMarket): boolean {
  const { opening } = market;
  if (opening === null) throw new Error('a market that is not opening cannot continue to open');
  if (opening.price > 0) return true;
  const bids = world.queue(market.id, 'buy').map(({ command }) => command.priceTicks);
  const asks = world.queue(market.id, 'sell').map(({ command }) => command.priceTicks);
  const [highest, lowest] = [Math.max(...bids), Math.min(...asks)];
  const isCandidate = (price: number): boolean => price >= lowest && price <= highest;
  const prices = new Set([...bids, ...asks, market.lastPriceTicks].filter(isCandidate));
  // The bids are summed first, then each price is compared.
  const levels = new Set(bids.filter(isCandidate)).size + prices.size;
  const step = Math.min(levels - opening.walked, world.workLeft);
  opening.walked += step;
  world.workLeft -= step;
  if (opening.walked < levels) return false;
  market.opening = { price: auctionPrice(world, market), walked: 0 };
  return true;
}

function total(orders: readonly NaiveOrder[]): bigint {
  return orders.reduce((sum, order) => sum + order.open, 0n);
}

/** The most traded, then the least left over, then the nearest to the last price, then the lowest. */
function auctionPrice(world: World, market: NaiveMarket): number {
  const bids = world.queue(market.id, 'buy');
  const asks = world.queue(market.id, 'sell');
  const last = market.lastPriceTicks;
  const highest = Math.max(...bids.map(({ command }) => command.priceTicks));
  const lowest = Math.min(...asks.map(({ command }) => command.priceTicks));
  const prices = [...bids, ...asks].map(({ command }) => command.priceTicks);
  const inRange = [...prices, last].filter((price) => price >= lowest && price <= highest);
  let best: { price: number; traded: bigint; left: bigint; distance: number } | null = null;
  for (const price of inRange.toSorted((a, b) => a - b)) {
    const wanted = total(bids.filter(({ command }) => command.priceTicks >= price));
    const offered = total(asks.filter(({ command }) => command.priceTicks <= price));
    const traded = wanted < offered ? wanted : offered;
    const left = wanted > offered ? wanted - offered : offered - wanted;
    const distance = last === 0 ? 0 : Math.abs(price - last);
    const isBetter =
      best === null ||
      traded > best.traded ||
      (traded === best.traded && (left < best.left || (left === best.left && distance < best.distance)));
    if (isBetter) best = { price, traded, left, distance };
  }
  if (best === null) throw new Error('an uncrossed book has no auction price');
  return best.price;
}
