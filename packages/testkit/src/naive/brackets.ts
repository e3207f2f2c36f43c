import type { PlaceOrder } from '@fft/engine';
import { acceptOrder } from './accept.ts';
import { fullHoldOf } from './rejections.ts';
import { fundingOf, recordReachedStops } from './trade.ts';
import { isOpen, type NaiveBracket, type NaiveMarket, type NaiveOrder, type World } from './world.ts';

// Brackets, literally: each fill is added up, and the legs are compared with all of it.

/** Places or enlarges the legs of the entry that is due first. */
export function placeNextLegs(world: World, market: NaiveMarket): void {
  const entry = market.legsDue.shift();
  const bracket = market.brackets.find((one) => one.entry.id === entry);
  if (bracket === undefined) throw new Error('legs are due without a bracket');
  const isIntact = legsOf(bracket).length > 0 && legsOf(bracket).every((leg) => isUntouched(market, leg));
  if (!isIntact) forgetLegs(world, bracket);
  const sizes = sizesOf(world, bracket);
  let fills = 0;
  if (sizes !== null && isIntact) enlarge(world, bracket, sizes);
  if (sizes !== null && !isIntact && hasRoom(world, bracket)) fills = placeLegs(world, bracket, sizes);
  if (!isOpen(bracket.entry)) market.brackets = market.brackets.filter((one) => one !== bracket);
  world.workLeft -= 20 + fills;
}

interface Sizes {
  readonly takeProfit: bigint;
  readonly stopLoss: bigint;
}

const none: Sizes = { takeProfit: 0n, stopLoss: 0n };

function legsOf({ takeProfit, stopLoss }: NaiveBracket): NaiveOrder[] {
  return [takeProfit, stopLoss].filter((leg) => leg !== null);
}

/** True for a leg that rests or waits for its whole quantity, at its price. */
function isUntouched(market: NaiveMarket, leg: NaiveOrder): boolean {
  const bracket = market.brackets.find(({ takeProfit, stopLoss }) => takeProfit === leg || stopLoss === leg);
  if (bracket === undefined) return false;
  const isProfit = bracket.takeProfit === leg;
  const { takeProfitTicks = 0, stopLossLimitTicks = 0 } = bracket.entry.command;
  const placed = isProfit ? bracket.sizes.takeProfit : bracket.sizes.stopLoss;
  const isAtPrice = leg.command.priceTicks === (isProfit ? takeProfitTicks : stopLossLimitTicks);
  const isThere = leg.state === (isProfit ? 'resting' : 'waiting');
  return isThere && isAtPrice && !leg.wasAmended && leg.open === placed && BigInt(leg.command.quantityLots) === placed;
}

function forgetLegs(world: World, bracket: NaiveBracket): void {
  const { takeProfit, stopLoss } = bracket.sizes;
  bracket.received -= needOf(world, bracket, bracket.sizes);
  bracket.lots -= takeProfit > stopLoss ? takeProfit : stopLoss;
  bracket.takeProfit = null;
  bracket.stopLoss = null;
  bracket.sizes = none;
}

/** What one leg needs, and both together. */
function legNeed(world: World, { entry }: NaiveBracket, lots: bigint, priceTicks: number): bigint {
  const { unitsPerLot, unitsPerTickLot } = world.rules(entry.command.market);
  return entry.command.side === 'buy'
    ? lots * BigInt(unitsPerLot)
    : lots * BigInt(priceTicks) * BigInt(unitsPerTickLot);
}

export function needOf(world: World, bracket: NaiveBracket, { takeProfit, stopLoss }: Sizes): bigint {
  const { takeProfitTicks = 0, stopLossLimitTicks = 0 } = bracket.entry.command;
  const one = legNeed(world, bracket, takeProfit, takeProfitTicks);
  const other = legNeed(world, bracket, stopLoss, stopLossLimitTicks);
  return one > other ? one : other;
}

function least(...values: bigint[]): bigint {
  return values.reduce((one, other) => (other < one ? other : one));
}

function sizesOf(world: World, bracket: NaiveBracket): Sizes | null {
  const { side, takeProfitTicks, stopLossTicks, stopLossLimitTicks } = bracket.entry.command;
  const legs = [
    { isThere: (takeProfitTicks ?? 0) > 0, priceTicks: takeProfitTicks ?? 0 },
    { isThere: (stopLossTicks ?? 0) > 0, priceTicks: stopLossLimitTicks ?? 0 },
  ];
  const given = legs.filter(({ isThere }) => isThere);
  const most = given.map(({ priceTicks }) => mostLots(world, bracket, priceTicks));
  const lots = side === 'buy' ? most.map(() => least(...most)) : most;
  const areEnough = given.every(({ priceTicks }, index) => isEnough(world, bracket, lots[index] ?? 0n, priceTicks));
  if (!areEnough) return null;
  const [takeProfit = 0n, stopLoss = 0n] = legs.map(({ isThere }) => (isThere ? (lots.shift() ?? 0n) : 0n));
  return { takeProfit, stopLoss };
}

function mostLots(world: World, bracket: NaiveBracket, priceTicks: number): bigint {
  const { owner, market, side } = bracket.entry.command;
  const rules = world.rules(market);
  const free = world.available(owner, 'coin', side === 'buy' ? rules.base : rules.quote);
  const units = least(bracket.received, needOf(world, bracket, bracket.sizes) + free);
  const cost = BigInt(priceTicks) * BigInt(rules.unitsPerTickLot);
  const affordable = units / (side === 'buy' ? BigInt(rules.unitsPerLot) : cost);
  const allowed = priceTicks === 0 ? affordable : BigInt(rules.maxNotional) / cost;
  return least(bracket.lots, affordable, allowed, BigInt(rules.maxQuantityLots));
}

function isEnough(world: World, { entry }: NaiveBracket, lots: bigint, priceTicks: number): boolean {
  const { minQuantityLots, minNotional, unitsPerTickLot } = world.rules(entry.command.market);
  const notional = lots * BigInt(priceTicks) * BigInt(unitsPerTickLot);
  return lots >= BigInt(minQuantityLots) && (priceTicks === 0 || notional >= BigInt(minNotional));
}

function hasRoom(world: World, { entry }: NaiveBracket): boolean {
  const { owner, market, takeProfitTicks = 0, stopLossTicks = 0 } = entry.command;
  const open = world.orders.filter((one) => {
    return isOpen(one) && one.command.owner === owner && one.command.market === market;
  }).length;
  const legs = [takeProfitTicks, stopLossTicks].filter((ticks) => ticks > 0).length;
  return open + legs <= world.rules(market).maxOpenOrders;
}

function placeLegs(world: World, bracket: NaiveBracket, sizes: Sizes): number {
  const { owner, market, side, takeProfitTicks = 0, stopLossTicks = 0, stopLossLimitTicks = 0 } = bracket.entry.command;
  const isUsed = (id: string): boolean => world.remembered('place', owner, id) !== undefined;
  const idOf = (leg: string): string => `${leg}:${bracket.entry.id}:${bracket.placed}`;
  do bracket.placed += 1;
  while (isUsed(idOf('tp')) || isUsed(idOf('sl')));
  bracket.sizes = sizes;
  const common: Pick<
    PlaceOrder,
    'type' | 'time' | 'owner' | 'market' | 'side' | 'timeInForce' | 'postOnly' | 'amount' | 'selfTrade'
  > = {
    type: 'place',
    time: world.time,
    owner,
    market,
    side: side === 'buy' ? 'sell' : 'buy',
    timeInForce: 'GTC',
    postOnly: false,
    amount: 0,
    selfTrade: 'cancelOldest',
  };
  if (takeProfitTicks > 0) {
    const [order, fills] = acceptOrder(world, {
      ...common,
      clientOrderId: idOf('tp'),
      orderType: 'limit',
      priceTicks: takeProfitTicks,
      quantityLots: Number(sizes.takeProfit),
    });
    bracket.takeProfit = order;
    if (fills > 0) return fills;
  }
  if (stopLossTicks === 0) return 0;
  const [order] = acceptOrder(world, {
    ...common,
    clientOrderId: idOf('sl'),
    orderType: stopLossLimitTicks > 0 ? 'limit' : 'market',
    priceTicks: stopLossLimitTicks,
    quantityLots: Number(sizes.stopLoss),
    stopTicks: stopLossTicks,
    stopDirection: side === 'buy' ? 'falling' : 'rising',
    ...(takeProfitTicks > 0 && { otherLeg: idOf('tp') }),
  });
  bracket.stopLoss = order;
  recordReachedStops(world, world.market(market), false);
  return 0;
}

function enlarge(world: World, bracket: NaiveBracket, sizes: Sizes): void {
  const before = bracket.sizes;
  const isSmaller = sizes.takeProfit < before.takeProfit || sizes.stopLoss < before.stopLoss;
  const isSame = sizes.takeProfit === before.takeProfit && sizes.stopLoss === before.stopLoss;
  if (isSmaller || isSame) return;
  const { takeProfit, stopLoss } = bracket;
  bracket.sizes = sizes;
  if (stopLoss !== null) {
    resize(world, stopLoss, sizes.stopLoss);
    const missing = fullHoldOf(world, stopLoss.command);
    const other = legNeed(world, bracket, sizes.takeProfit, bracket.entry.command.takeProfitTicks ?? 0);
    const beyond = missing > other ? missing - other : 0n;
    freeze(world, stopLoss, beyond - stopLoss.held);
    stopLoss.held = beyond;
  }
  if (takeProfit === null) return;
  const held = world.heldBy(takeProfit);
  resize(world, takeProfit, sizes.takeProfit);
  freeze(world, takeProfit, fullHoldOf(world, takeProfit.command) - held);
  const { market, side, priceTicks } = takeProfit.command;
  takeProfit.shown = takeProfit.open;
  world.listener.orderRested(takeProfit.id, Number(takeProfit.open));
  world.notifyLevel(market, side, priceTicks);
}

function resize(world: World, order: NaiveOrder, lots: bigint): void {
  order.command = { ...order.command, quantityLots: Number(lots) };
  order.open = lots;
  world.arrive(order);
  world.listener.orderAmended(order.id, order.command.priceTicks, Number(lots));
}

function freeze(world: World, order: NaiveOrder, units: bigint): void {
  const reason = units > 0n ? 'freeze' : 'release';
  world.post(fundingOf(world, order), { available: -units, frozen: units, reason, orderId: order.id });
}
