import type { AmendOrder, Rejection } from '@fft/engine';
import { enter } from './enter.ts';
import { isFormed } from './forms.ts';
import { settleDown } from './market-states.ts';
import { bookRefusal, fullHoldOf, limitsRefusal, sizeRefusal } from './refusals.ts';
import { fundingOf, release } from './trade.ts';
import type { NaiveOrder, World } from './world.ts';

/** Changes a known open order, or says why not. */
export function amend(world: World, order: NaiveOrder, command: AmendOrder): Rejection | null {
  if (!isFormed(command)) return 'malformed';
  const market = world.market(order.command.market);
  if (!['open', 'auction'].includes(market.rules.state)) return 'marketNotOpen';
  const isIceberg = (order.command.visibleLots ?? 0) > 0;
  if (order.state !== 'resting' || order.otherLeg !== null || isIceberg) return 'notAmendable';
  const filled = BigInt(order.command.quantityLots) - order.open;
  const { priceTicks, quantityLots } = command;
  if (BigInt(quantityLots) <= filled) return 'quantityBelowFilled';
  const amended = { ...order.command, priceTicks, quantityLots };
  const open = BigInt(quantityLots) - filled;
  const hold = fullHoldOf(world, { ...amended, quantityLots: Number(open) });
  const keepsPlace = priceTicks === order.command.priceTicks && quantityLots <= order.command.quantityLots;
  if (keepsPlace) {
    const refusal = sizeRefusal(amended, market);
    if (refusal !== null) return refusal;
    world.listener.orderAmended(order.id, priceTicks, quantityLots);
    const back = world.heldBy(order) - hold;
    order.command = amended;
    order.open = open;
    order.shown = open;
    world.post(fundingOf(world, order), { available: back, frozen: -back, reason: 'release', orderId: order.id });
    if (back > 0n) world.tellLevel(market.id, amended.side, priceTicks);
    return null;
  }

  const outOfLimits = limitsRefusal(amended, market);
  if (outOfLimits !== null) return outOfLimits;
  const { owner, kind, asset } = fundingOf(world, order);
  if (hold > world.available(owner, kind, asset) + world.heldBy(order)) return 'insufficientBalance';
  const crossing = market.rules.state === 'open' ? bookRefusal(world, amended) : null;
  if (crossing !== null) return crossing;
  world.listener.orderAmended(order.id, priceTicks, quantityLots);
  const { side, priceTicks: before } = order.command;
  release(world, order);
  order.state = 'new';
  world.tellLevel(market.id, side, before);
  order.command = amended;
  order.open = open;
  const account = fundingOf(world, order);
  world.post(account, { available: -hold, frozen: hold, reason: 'freeze', orderId: order.id });
  enter(world, order, hold);
  settleDown(world, market);
  return null;
}
