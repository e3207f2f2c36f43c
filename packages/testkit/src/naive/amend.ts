import type { AmendOrder, PlaceOrder, Rejection } from '@fft/engine';
import { enter } from './enter.ts';
import { isAmendableWhileWaiting, isBracketed, isWellFormed } from './forms.ts';
import { runTriggeredStops } from './market-states.ts';
import { bookRejection, fullHoldOf, limitsRejection, sizeRejection } from './rejections.ts';
import { fundingOf, isReached, release } from './trade.ts';
import { isFindingPrice, type NaiveMarket, type NaiveOrder, type World } from './world.ts';

/** Amends an open order, or returns the rejection. */
export function amend(world: World, order: NaiveOrder, command: AmendOrder): Rejection | null {
  if (!isWellFormed(command)) return 'malformed';
  const market = world.market(order.command.market);
  if (!['open', 'auction'].includes(market.rules.state) || isFindingPrice(market)) return 'marketNotOpen';
  const isLimitStop = isWaitingLimit(market, order);
  if (!isAmendable(order, isLimitStop)) return 'notAmendable';
  const filled = BigInt(order.command.quantityLots) - order.open;
  const { priceTicks, quantityLots } = command;
  if (BigInt(quantityLots) <= filled) return 'quantityBelowFilled';
  const amended = { ...order.command, priceTicks, quantityLots };
  const open = BigInt(quantityLots) - filled;
  if (!fitsItsLegs(amended)) return 'malformed';
  const hold = fullHoldOf(world, { ...amended, quantityLots: Number(open) });
  const keepsPriority = priceTicks === order.command.priceTicks && quantityLots <= order.command.quantityLots;
  if (keepsPriority) {
    const rejection = sizeRejection(world, amended, market);
    if (rejection === null) reduce(world, order, amended, hold);
    return rejection;
  }

  const outOfLimits = limitsRejection(world, amended, market);
  if (outOfLimits !== null) return outOfLimits;
  const { owner, kind, asset } = fundingOf(world, order);
  if (hold > world.available(owner, kind, asset) + world.heldBy(order)) return 'insufficientBalance';
  if (isLimitStop) return amendStop(world, order, amended, hold);
  const crossing = market.rules.state === 'open' ? bookRejection(world, amended) : null;
  if (crossing !== null) return crossing;
  world.listener.orderAmended(order.id, priceTicks, quantityLots);
  const { side, priceTicks: before } = order.command;
  release(world, order);
  order.state = 'new';
  world.notifyLevel(market.id, side, before);
  order.command = amended;
  order.open = open;
  const account = fundingOf(world, order);
  world.post(account, { available: -hold, frozen: hold, reason: 'freeze', orderId: order.id });
  enter(world, order, { hold });
  runTriggeredStops(world, market);
  return null;
}

/** Only the legs of pairs, and what waits but isn't a stop with a limit, can't be amended. */
function isAmendable({ otherLeg, state }: NaiveOrder, isLimitStop: boolean): boolean {
  return otherLeg === null && (state === 'resting' || isLimitStop);
}

/** True unless the order could not be placed with its legs. */
function fitsItsLegs(amended: PlaceOrder): boolean {
  return !isBracketed(amended) || isWellFormed(amended);
}

function isWaitingLimit(market: NaiveMarket, { state, command }: NaiveOrder): boolean {
  const { stopDirection, stopTicks = 0 } = command;
  return state === 'waiting' && isAmendableWhileWaiting(command) && !isReached(market, stopDirection, stopTicks);
}

/** Reduces an order in place. Hidden lots go before shown ones. */
function reduce(world: World, order: NaiveOrder, amended: PlaceOrder, hold: bigint): void {
  const { priceTicks, quantityLots, side, market } = amended;
  const refund = world.heldBy(order) - hold;
  world.listener.orderAmended(order.id, priceTicks, quantityLots);
  order.open -= BigInt(order.command.quantityLots - quantityLots);
  order.command = amended;
  if (order.state === 'waiting') order.held = hold;
  if (order.state === 'waiting') order.wasAmended = true;
  world.post(fundingOf(world, order), { available: refund, frozen: -refund, reason: 'release', orderId: order.id });
  if (order.open >= order.shown) return;
  order.shown = order.open;
  world.notifyLevel(market, side, priceTicks);
}

/** Changes a waiting stop's price and quantity, and moves it behind others. */
function amendStop(world: World, order: NaiveOrder, amended: PlaceOrder, hold: bigint): null {
  const missing = hold - order.held;
  const reason = missing > 0n ? 'freeze' : 'release';
  world.listener.orderAmended(order.id, amended.priceTicks, amended.quantityLots);
  order.command = amended;
  order.wasAmended = true;
  order.open = BigInt(amended.quantityLots);
  order.held = hold;
  world.arrive(order);
  world.post(fundingOf(world, order), { available: -missing, frozen: missing, reason, orderId: order.id });
  return null;
}
