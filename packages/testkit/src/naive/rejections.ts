import type { Command, Deposit, HoldWithdrawal, MarketRules, PlaceOrder, Rejection, Transfer } from '@fft/engine';
import {
  buysQuantityAtMarket,
  givenLimits,
  hasHappened,
  isMaxQuantitySafe,
  isStop,
  isTrailing,
  isWellFormed,
  needsOrderRules,
} from './forms.ts';
import { maxPrintableTicks } from './printable.ts';
import { isWhole, planOf } from './plan.ts';
import { isReached } from './trade.ts';
import { startOf } from './trails.ts';
import { isOpen, isFindingPrice, type NaiveMarket, type NaiveOrder, type World } from './world.ts';

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** The first rejection of an order, in order of precedence. */
export function orderRejection(world: World, order: PlaceOrder): Rejection | null {
  const market = Number.isSafeInteger(order.market) ? world.markets[order.market] : undefined;
  if (market === undefined) return 'unknownMarket';
  return (
    formRejection(order, market) ??
    stateRejection(order, market) ??
    expiryRejection(world, order) ??
    limitsRejection(world, order, market) ??
    stopRejection(world, order, market) ??
    bracketRejection(order, market) ??
    countRejection(world, order, market) ??
    fundsRejection(world, order, market) ??
    (isTrailing(order) && startOf(order, market) === null ? 'noLiquidity' : null) ??
    (isStop(order) || market.rules.state === 'auction' ? null : bookRejection(world, order))
  );
}

function formRejection(order: PlaceOrder, market: NaiveMarket): Rejection | null {
  return isWellFormed(order) && isOffered(order, market) ? null : 'malformed';
}

/** True unless the market's rules are too old for such an order. */
export function isOffered(order: PlaceOrder, { rules }: NaiveMarket): boolean {
  return (rules.orderRules ?? 0) > 0 || !needsOrderRules(order);
}

function mayRest(order: PlaceOrder): boolean {
  return order.orderType === 'limit' && order.timeInForce === 'GTC';
}

function stateRejection(order: PlaceOrder, market: NaiveMarket): Rejection | null {
  const { rules } = market;
  if (isFindingPrice(market)) return 'marketNotOpen';
  const suitsAuction = isStop(order) || (mayRest(order) && !order.postOnly);
  return rules.state === 'open' || (rules.state === 'auction' && suitsAuction) ? null : 'marketNotOpen';
}

function expiryRejection(world: World, { expiresAt = 0 }: PlaceOrder): Rejection | null {
  return expiresAt > 0 && expiresAt <= world.time ? 'alreadyExpired' : null;
}

function countRejection(world: World, order: PlaceOrder, { rules }: NaiveMarket): Rejection | null {
  const legs = [order.takeProfitTicks ?? 0, order.stopLossTicks ?? 0].filter((ticks) => ticks > 0).length;
  const needed = legs + (isStop(order) || mayRest(order) ? 1 : 0);
  if (needed === 0) return null;
  const own = world.orders.filter(
    (one) => isOpen(one) && one.command.owner === order.owner && one.command.market === order.market,
  );
  return own.length + needed > rules.maxOpenOrders ? 'tooManyOpenOrders' : null;
}

function fundsRejection(world: World, order: PlaceOrder, { rules }: NaiveMarket): Rejection | null {
  const asset = order.side === 'buy' ? rules.quote : rules.base;
  return holdOf(world, order) > world.available(order.owner, 'coin', asset) ? 'insufficientBalance' : null;
}

function stopRejection(world: World, order: PlaceOrder, market: NaiveMarket): Rejection | null {
  const { lastPriceTicks: last } = market;
  const { stopTicks = 0, stopDirection, otherLeg } = order;
  if (!isStop(order)) return null;
  const waits = market.trails[order.side];
  const isJam = isTrailing(order) && (waits.reached !== null || waits.activated !== null);
  if (isJam) return 'wouldTriggerAtOnce';
  if (hasHappened(order, { last, now: world.time })) return 'wouldTriggerAtOnce';
  if (isReached(market, stopDirection, stopTicks)) return 'wouldTriggerAtOnce';
  return otherLeg !== undefined && otherLegOf(world, order) === undefined ? 'otherLegNotOpen' : null;
}

/** The order that a stop replaces, if there is one: it rests or, in a pair of stops, waits. */
export function otherLegOf(world: World, stop: PlaceOrder): NaiveOrder | undefined {
  if (stop.otherLeg === undefined) return undefined;
  const orderId = world.remembered('place', stop.owner, stop.otherLeg)?.orderId;
  return world.orders.find(({ id, state, otherLeg, command }) => {
    const isOfStop = command.market === stop.market && command.side === stop.side;
    const isThere = state === 'resting' || (state === 'waiting' && world.pairsStops);
    return id === orderId && isThere && otherLeg === null && isOfStop;
  });
}

/** The market's limits on quantity, notional and price. */
export function limitsRejection(world: World, order: PlaceOrder, market: NaiveMarket): Rejection | null {
  const { rules, lastPriceTicks } = market;
  if (highestPrice(order) > market.maxPrintableTicks) return 'priceTooLarge';
  const tooSmallOrLarge = sizeRejection(world, order, market);
  if (tooSmallOrLarge !== null) return tooSmallOrLarge;
  const { visibleLots = 0, quantityLots } = order;
  const { maxIcebergParts = 0 } = rules;
  const isBounded = visibleLots > 0 && maxIcebergParts > 0;
  if (isBounded && BigInt(visibleLots) * BigInt(maxIcebergParts) < BigInt(quantityLots)) return 'visibleTooSmall';
  const trigger = triggerAtStart(order, market);
  if (trigger !== null && (trigger <= 0 || trigger > market.maxPrintableTicks)) return 'priceOutsideBand';
  const centre = isTrailing(order) ? (trigger ?? 0) : order.stopTicks || lastPriceTicks;
  const isOut = isOutsideBand(order, rules, centre) || areLegsOutsideBand(order, market);
  return isOut ? 'priceOutsideBand' : null;
}

function areLegsOutsideBand(order: PlaceOrder, { rules, lastPriceTicks }: NaiveMarket): boolean {
  const { takeProfitTicks = 0, stopLossTicks = 0, stopLossLimitTicks = 0 } = order;
  const legs = [
    { priceTicks: takeProfitTicks, centre: lastPriceTicks },
    { priceTicks: stopLossLimitTicks, centre: stopLossTicks },
  ];
  return legs.some(({ priceTicks, centre }) => {
    return priceTicks > 0 && isOutsideBand({ orderType: 'limit', priceTicks }, rules, centre);
  });
}

function triggerAtStart(order: PlaceOrder, market: NaiveMarket): number | null {
  if (isTrailing(order)) return startOf(order, market);
  return (order.stopTicks ?? 0) > 0 ? (order.stopTicks ?? 0) : null;
}

function highestPrice(order: PlaceOrder): number {
  const { priceTicks, stopTicks = 0, trailTicks = 0, activationTicks = 0 } = order;
  return Math.max(priceTicks, stopTicks, trailTicks, activationTicks, ...legPrices(order), order.stopLossTicks ?? 0);
}

/** The prices of the legs that have one. */
function legPrices({ takeProfitTicks = 0, stopLossLimitTicks = 0 }: PlaceOrder): number[] {
  return [takeProfitTicks, stopLossLimitTicks].filter((ticks) => ticks > 0);
}

/** Legs that would trade as soon as the order does. */
function bracketRejection(order: PlaceOrder, { lastPriceTicks: last }: NaiveMarket): Rejection | null {
  const { takeProfitTicks = 0, stopLossTicks = 0, side, orderType } = order;
  const sign = side === 'buy' ? 1 : -1;
  const isLost = last > 0 && stopLossTicks > 0 && (last - stopLossTicks) * sign <= 0;
  const isWon = last > 0 && takeProfitTicks > 0 && (last - takeProfitTicks) * sign >= 0;
  return isLost || (isWon && orderType === 'market') ? 'wouldTriggerAtOnce' : null;
}

function isOutsideBand(
  order: Pick<PlaceOrder, 'orderType' | 'priceTicks'>,
  rules: MarketRules,
  centre: number,
): boolean {
  if (order.orderType === 'limit' && centre > 0 && rules.bandPpm > 0) {
    const away = BigInt(Math.abs(order.priceTicks - centre));
    return away * 1_000_000n > BigInt(centre) * BigInt(rules.bandPpm);
  }
  return false;
}

export function sizeRejection(world: World, order: PlaceOrder, market: NaiveMarket): Rejection | null {
  const { rules } = market;
  if (order.amount === 0 && order.quantityLots < rules.minQuantityLots) return 'quantityTooSmall';
  if (order.amount === 0 && order.quantityLots > rules.maxQuantityLots) return 'quantityTooLarge';
  const counted = BigInt(countedPrice(world, order, market));
  const atPrice = counted * BigInt(order.quantityLots) * BigInt(rules.unitsPerTickLot);
  const notional = order.amount > 0 ? BigInt(order.amount) : atPrice;
  if (notional > 0n && notional < BigInt(rules.minNotional)) return 'notionalTooSmall';
  if (notional > 0n && notional > BigInt(rules.maxNotional)) return 'notionalTooLarge';
  const ofLegs = [...legPrices(order), stopLossAtMarket(order, rules)].map((ticks) => {
    return BigInt(ticks) * BigInt(order.quantityLots) * BigInt(rules.unitsPerTickLot);
  });
  if (ofLegs.some((one) => one > 0n && one < BigInt(rules.minNotional))) return 'notionalTooSmall';
  return ofLegs.some((one) => one > BigInt(rules.maxNotional)) ? 'notionalTooLarge' : null;
}

/** The price at which a quantity counts for the limits on the notional; 0: it doesn't. */
function countedPrice(world: World, order: PlaceOrder, market: NaiveMarket): number {
  if (order.orderType === 'limit') return order.priceTicks;
  if ((market.rules.orderRules ?? 0) === 0) return 0;
  if (isStop(order)) return Math.max(0, triggerAtStart(order, market) ?? 0);
  if (market.lastPriceTicks > 0) return market.lastPriceTicks;
  const [best] = world.queue(market.id, order.side === 'buy' ? 'sell' : 'buy');
  return best?.command.priceTicks ?? 0;
}

/** The trigger price of a stop-loss without a limit price, where it counts. */
function stopLossAtMarket({ stopLossTicks = 0, stopLossLimitTicks = 0 }: PlaceOrder, rules: MarketRules): number {
  return (rules.orderRules ?? 0) > 0 && stopLossLimitTicks === 0 ? stopLossTicks : 0;
}

export function bookRejection(world: World, order: PlaceOrder): Rejection | null {
  const [best] = world.queue(order.market, order.side === 'buy' ? 'sell' : 'buy');
  if (order.postOnly && best !== undefined) {
    const distance = order.priceTicks - best.command.priceTicks;
    if (order.side === 'buy' ? distance >= 0 : distance <= 0) return 'postOnlyWouldCross';
  }
  if (order.timeInForce === 'FOK' && !isWhole(planOf(world, order))) return 'fillOrKillUnfillable';
  return order.orderType === 'market' && best === undefined ? 'noLiquidity' : null;
}

/** The amount an order freezes. A stop excludes what its other leg holds. */
export function holdOf(world: World, order: PlaceOrder): bigint {
  if (isStop(order)) {
    const leg = otherLegOf(world, order);
    const missing = fullHoldOf(world, order) - (leg === undefined ? 0n : world.heldBy(leg));
    return missing > 0n ? missing : 0n;
  }
  if (order.orderType === 'limit') return fullHoldOf(world, order);
  if (order.side === 'buy') return order.amount > 0 ? BigInt(order.amount) : planOf(world, order).notional;
  if (order.amount === 0) return fullHoldOf(world, order);
  return planOf(world, order).lots * BigInt(world.rules(order.market).unitsPerLot);
}

/** The full hold of an order. */
export function fullHoldOf(world: World, order: PlaceOrder): bigint {
  const rules = world.rules(order.market);
  if (order.side === 'sell') return BigInt(order.quantityLots) * BigInt(rules.unitsPerLot);
  if (order.orderType === 'limit' && order.amount > 0) return BigInt(order.amount);
  if (order.orderType === 'limit') {
    return BigInt(order.priceTicks) * BigInt(order.quantityLots) * BigInt(rules.unitsPerTickLot);
  }
  if (!buysQuantityAtMarket(order)) return BigInt(order.amount);
  const trigger = triggerAtStart(order, world.market(order.market)) ?? 0;
  return BigInt(order.quantityLots) * BigInt(rules.unitsPerTickLot) * collarAbove(trigger, rules);
}

/** The most that a market buy pays whose price this is. */
export function collarAbove(ticks: number, { collarPpm }: MarketRules): bigint {
  return BigInt(ticks) + (BigInt(ticks) * BigInt(collarPpm)) / 1_000_000n;
}

export function moneyRejection(world: World, command: Deposit | Transfer | HoldWithdrawal): Rejection | null {
  if (!Number.isSafeInteger(command.asset) || world.assets[command.asset] === undefined) return 'unknownAsset';
  if (!isWellFormed(command)) return 'malformed';
  const amount = BigInt(command.amount);
  if (command.type === 'transfer') {
    return world.available(command.owner, command.from, command.asset) < amount ? 'insufficientBalance' : null;
  }
  if (command.type === 'holdWithdrawal') {
    return world.available(command.owner, command.kind, command.asset) < amount ? 'insufficientBalance' : null;
  }
  const issued = world.accounts
    .filter((one) => one.asset === command.asset && (one.owner === 2 || one.owner === 3))
    .reduce((sum, one) => sum - one.available, 0n);
  const owed = world.available(command.source === 'chain' ? 2 : 3, command.kind, command.asset) - amount;
  return issued + amount > maxSafe || owed < -maxSafe ? 'balanceOverflow' : null;
}

/** Commands that change listings. */
export type Listing = Extract<Command, { type: 'openAsset' | 'openMarket' | 'setMarketState' | 'setMarketLimits' }>;

function changeRejection(
  world: World,
  command: Extract<Listing, { type: 'setMarketState' | 'setMarketLimits' }>,
): Rejection | null {
  const market = Number.isSafeInteger(command.market) ? world.markets[command.market] : undefined;
  if (market === undefined) return 'unknownMarket';
  if (!isWellFormed(command)) return 'malformed';
  const isSafe = command.type === 'setMarketState' || isMaxQuantitySafe({ ...market.rules, ...givenLimits(command) });
  return isSafe ? null : 'malformed';
}

export function listingRejection(world: World, command: Listing): Rejection | null {
  if (command.type === 'setMarketState' || command.type === 'setMarketLimits') return changeRejection(world, command);
  if (command.type === 'openAsset') {
    const isTaken = isWellFormed(command) && world.assets.some((one) => one.code === command.asset.code);
    return isWellFormed(command) && !isTaken ? null : 'malformed';
  }
  const { market } = command;
  if (typeof market === 'object' && market !== null) {
    const known = [market.base, market.quote].filter((asset) => {
      return Number.isSafeInteger(asset) && world.assets[asset] !== undefined;
    });
    if (known.length < 2) return 'unknownAsset';
  }
  if (!isWellFormed(command) || maxPrintableTicks(market, world.assets) === 0) return 'malformed';
  return world.markets.some((one) => one.rules.symbol === market.symbol) ? 'malformed' : null;
}
