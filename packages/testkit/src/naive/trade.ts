import type { CancelReason, FeeOverride } from '@fft/engine';
import { isBracketed } from './forms.ts';
import { showPrice } from './trails.ts';
import type { NaiveMarket, NaiveOrder, World } from './world.ts';

/** The fee, rounded up. */
export function feeOn(received: bigint, partsPerMillion: number): bigint {
  const parts = received * BigInt(partsPerMillion);
  return parts / 1_000_000n + (parts % 1_000_000n > 0n ? 1n : 0n);
}

/** The present rate, but never more than when the order was placed. */
function paidRate(world: World, { command, ownFees, marketFees }: NaiveOrder, rate: keyof FeeOverride): number {
  const present = world.fees.get(command.owner) ?? world.rules(command.market);
  const whenPlaced = ownFees ?? marketFees;
  return Math.min(present[rate], whenPlaced[rate]);
}

export interface NaiveTrade {
  readonly taker: NaiveOrder;
  readonly maker: NaiveOrder;
  readonly lots: bigint;
  readonly priceTicks: number;
}

/** What both sides of a trade received, less their fees. */
export interface Received {
  readonly buyer: bigint;
  readonly seller: bigint;
}

/** Moves the money of a trade and records its price. {@link afterFill} then updates the orders. */
export function trade(world: World, market: NaiveMarket, { taker, maker, lots, priceTicks }: NaiveTrade): Received {
  const { rules } = market;
  const notional = lots * BigInt(priceTicks) * BigInt(rules.unitsPerTickLot);
  const base = lots * BigInt(rules.unitsPerLot);
  const takerBuys = taker.command.side === 'buy';
  const takerFee = feeOn(takerBuys ? base : notional, paidRate(world, taker, 'takerFeePpm'));
  const makerFee = feeOn(takerBuys ? notional : base, paidRate(world, maker, 'makerFeePpm'));
  market.tradeCount += 1;
  market.lastPriceTicks = priceTicks;
  market.trades.push({ second: Math.floor(world.time / 1000), priceTicks });
  world.listener.filled({
    market: market.id,
    tradeNumber: market.tradeCount,
    time: world.time,
    takerSide: taker.command.side,
    priceTicks,
    quantityLots: Number(lots),
    notional: Number(notional),
    takerOrder: taker.id,
    takerOwner: taker.command.owner,
    takerFee: Number(takerFee),
    makerOrder: maker.id,
    makerOwner: maker.command.owner,
    makerFee: Number(makerFee),
  });

  const [buyer, seller] = takerBuys ? [taker, maker] : [maker, taker];
  const [buyerFee, sellerFee] = takerBuys ? [takerFee, makerFee] : [makerFee, takerFee];
  const reason = { reason: 'trade' } as const;
  world.post(coinAccount(buyer.command.owner, rules.quote), { frozen: -notional, ...reason, orderId: buyer.id });
  world.post(coinAccount(seller.command.owner, rules.quote), { available: notional, ...reason, orderId: seller.id });
  world.post(coinAccount(seller.command.owner, rules.base), { frozen: -base, ...reason, orderId: seller.id });
  world.post(coinAccount(buyer.command.owner, rules.base), { available: base, ...reason, orderId: buyer.id });
  for (const [order, asset, fee] of [
    [buyer, rules.base, buyerFee] as const,
    [seller, rules.quote, sellerFee] as const,
  ]) {
    world.post(coinAccount(order.command.owner, asset), { available: -fee, reason: 'fee', orderId: order.id });
    world.post(coinAccount(1, asset), { available: fee, reason: 'fee', orderId: order.id });
  }
  return { buyer: base - buyerFee, seller: notional - sellerFee };
}

/** Adds a fill to what the legs of its order protect. */
export function addToBracket(market: NaiveMarket, entry: NaiveOrder, lots: bigint, { buyer, seller }: Received): void {
  if (!isBracketed(entry.command)) return;
  const received = entry.command.side === 'buy' ? buyer : seller;
  let bracket = market.brackets.find((one) => one.entry === entry);
  if (bracket === undefined) {
    const legs = { takeProfit: null, stopLoss: null, sizes: { takeProfit: 0n, stopLoss: 0n } };
    bracket = { entry, lots: 0n, received: 0n, ...legs, placed: 0 };
    market.brackets.push(bracket);
  }
  bracket.lots += lots;
  bracket.received += received;
  if (!market.legsDue.includes(entry.id)) market.legsDue.push(entry.id);
}

/** Forgets the bracket of an entry that ended, unless its legs are due. */
export function endBracket(world: World, entry: NaiveOrder): void {
  const market = world.market(entry.command.market);
  if (market.legsDue.includes(entry.id)) return;
  market.brackets = market.brackets.filter((one) => one.entry !== entry);
}

/** Subtracts filled lots from a resting order: cancels its other leg, and replenishes or ends it if nothing is shown. */
export function afterFill(world: World, order: NaiveOrder, lots: bigint): void {
  order.open -= lots;
  order.shown -= lots;
  const leg = unlinkLegs(order);
  if (leg !== null) cancelOrder(world, leg, 'otherLeg');
  if (order.shown > 0n) return;
  if (order.open > 0n) {
    const visible = BigInt(order.command.visibleLots ?? 0);
    order.shown = order.open < visible ? order.open : visible;
    world.arrive(order);
    world.listener.orderRested(order.id, Number(order.open));
    return;
  }
  order.state = 'ended';
  world.listener.orderDone(order.id, order.command.owner, order.command.market);
}

const stopOf = ({ trigger }: NaiveOrder): number => trigger?.ticks ?? 0;

/** Records that the last price triggered stops which no earlier price had triggered. */
export function recordReachedStops(world: World, market: NaiveMarket, isNewPrice = true): void {
  const { lastPriceTicks: ticks } = market;
  if (isNewPrice) showPrice(world, market);
  for (const direction of ['rising', 'falling'] as const) {
    const isNew = reachedStops(world, market, direction, ticks).some(
      (stop) => !isReached(market, direction, stopOf(stop)),
    );
    if (!isNew) continue;
    if (market.reached.at(-1)?.direction === direction) market.reached.pop();
    market.reached.push({ direction, ticks });
  }
}

/** The waiting stops of a direction that a price triggers: the nearest first, then the earliest. */
export function reachedStops(
  world: World,
  { id }: NaiveMarket,
  direction: 'rising' | 'falling',
  ticks: number,
): NaiveOrder[] {
  const sign = direction === 'rising' ? 1 : -1;
  return world
    .stops(id)
    .filter((stop) => stop.trigger?.direction === direction && (ticks - stopOf(stop)) * sign >= 0)
    .toSorted((a, b) => (stopOf(a) - stopOf(b)) * sign);
}

/** True if a stop at this trigger price has triggered but not executed yet. */
export function isReached({ reached }: NaiveMarket, direction: string | undefined, stopTicks: number): boolean {
  return reached.some((one) => {
    return one.direction === direction && (direction === 'rising' ? stopTicks <= one.ticks : stopTicks >= one.ticks);
  });
}

/** Cancels an open order and its other leg, releases its hold, and reports its level. */
export function cancelOrder(world: World, order: NaiveOrder, reason: CancelReason): void {
  const { market, side, priceTicks } = order.command;
  const wasResting = order.state === 'resting';
  const leg = cancelWithoutLeg(world, order, reason);
  if (wasResting) world.notifyLevel(market, side, priceTicks);
  if (leg !== null) cancelOrder(world, leg, 'otherLeg');
  if (reason !== 'byOwner' && reason !== 'deadMan') return;
  for (const one of leg === null ? [order] : [order, leg]) world.freeIdOf(one.id);
}

/** Cancels an order for self-trade prevention. The caller reports its level. */
export function cancelForSelfTrade(world: World, order: NaiveOrder): void {
  const leg = cancelWithoutLeg(world, order, 'selfTrade');
  if (leg !== null) cancelOrder(world, leg, 'otherLeg');
}

function cancelWithoutLeg(world: World, order: NaiveOrder, reason: CancelReason): NaiveOrder | null {
  const { owner, market } = order.command;
  release(world, order);
  const leg = unlinkLegs(order);
  order.state = 'ended';
  endBracket(world, order);
  world.listener.orderCancelled(order.id, owner, market, reason);
  return leg;
}

/** Unlinks two legs. Returns the other one. */
export function unlinkLegs(order: NaiveOrder): NaiveOrder | null {
  const leg = order.otherLeg;
  if (leg !== null) leg.otherLeg = null;
  order.otherLeg = null;
  return leg;
}

/** Releases an order's hold. */
export function release(world: World, order: NaiveOrder): void {
  const held = world.heldBy(order);
  world.post(fundingOf(world, order), { available: held, frozen: -held, reason: 'release', orderId: order.id });
}

/** The account that pays for an order. */
export function fundingOf(world: World, { command }: NaiveOrder) {
  const rules = world.rules(command.market);
  return coinAccount(command.owner, command.side === 'buy' ? rules.quote : rules.base);
}

function coinAccount(owner: number, asset: number) {
  return { owner, kind: 'coin', asset } as const;
}
