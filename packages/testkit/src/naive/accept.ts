import type { PlaceOrder } from '@fft/engine';
import { enter } from './enter.ts';
import { isStop, isTrailing, triggerOf, withoutBlanks } from './forms.ts';
import { holdOf, otherLegOf } from './rejections.ts';
import { fundingOf } from './trade.ts';
import { followsFrom, startOf } from './trails.ts';
import type { NaiveOrder, World } from './world.ts';

/** Accepts an order that can't trade as it must, and cancels it at once. */
export function acceptUnfilled(world: World, command: PlaceOrder): void {
  const [order, hold] = begin(world, command);
  order.state = 'ended';
  const account = fundingOf(world, order);
  world.post(account, { available: hold, frozen: -hold, reason: 'release', orderId: order.id });
  const reason = command.orderType === 'limit' ? 'immediateOrCancel' : 'bookExhausted';
  world.listener.orderCancelled(order.id, command.owner, command.market, reason);
}

/** Accepts an order: executes it, or lets it wait. Returns it with the number of its fills and cancels. */
export function acceptOrder(world: World, command: PlaceOrder): [order: NaiveOrder, steps: number] {
  const leg = otherLegOf(world, command);
  const [order, hold] = begin(world, command);
  const { id } = order;
  if (!isStop(command)) return [order, enter(world, order, { hold }).steps.length];
  order.state = 'waiting';
  order.held = hold;
  world.arrive(order);
  if (isTrailing(command)) beginTrail(world, order);
  if (leg !== undefined) {
    leg.otherLeg = order;
    order.otherLeg = leg;
  }
  world.listener.orderWaiting(id);
  return [order, 0];
}

/** Numbers, remembers and reports an order, and freezes its hold. */
function begin(world: World, command: PlaceOrder): [order: NaiveOrder, hold: bigint] {
  const id = world.orders.length + 1;
  const order: NaiveOrder = {
    id,
    command: withoutBlanks({ ...command, time: world.time }),
    state: 'new',
    open: BigInt(command.quantityLots),
    shown: 0n,
    arrival: 0,
    held: 0n,
    otherLeg: null,
    trigger: triggerOf(command),
    extreme: null,
    limitOffset: 0,
    wasAmended: false,
    ownFees: world.fees.get(command.owner) ?? null,
    marketFees: world.rules(command.market),
  };
  const hold = holdOf(world, command);
  world.orders.push(order);
  world.memory.push({ command, time: world.time, orderId: id, rejection: null });
  world.listener.orderAccepted(id, command, world.time);
  world.post(fundingOf(world, order), { available: -hold, frozen: hold, reason: 'freeze', orderId: id });
  return [order, hold];
}

function beginTrail(world: World, order: NaiveOrder): void {
  const { command } = order;
  const market = world.market(command.market);
  order.extreme = followsFrom(command, market);
  if (command.orderType === 'limit') order.limitOffset = command.priceTicks - (startOf(command, market) ?? 0);
}
