import type { CancelReason, PlaceOrder } from '@fft/engine';
import { isWhole, type Plan, planOf } from './plan.ts';
import {
  addToBracket,
  afterFill,
  endBracket,
  fundingOf,
  cancelForSelfTrade,
  trade,
  recordReachedStops,
} from './trade.ts';
import type { NaiveOrder, World } from './world.ts';

interface Funds {
  readonly hold: bigint;
  /** The most that a market buy pays, or null. */
  readonly cap?: bigint | null;
}

/** Executes an order that holds `hold`, for `order.open` lots. Returns the executed plan. */
export function enter(world: World, order: NaiveOrder, { hold, cap = null }: Funds): Plan {
  const { command, id } = order;
  const { owner, market } = command;
  const rules = world.rules(market);
  const wanted: PlaceOrder = command.amount > 0 ? command : { ...command, quantityLots: Number(order.open) };
  const nothing = { steps: [], lots: 0n, notional: 0n };
  const whole: Plan = rules.state === 'auction' ? { ...nothing, end: 'exhausted' } : planOf(world, wanted, cap);
  const isKilled = command.timeInForce === 'FOK' && !isWhole(whole);
  const plan: Plan = isKilled ? { ...nothing, end: 'fillOrKill' } : whole;
  carryOut(world, order, plan);

  const spent = command.side === 'buy' ? plan.notional : plan.lots * BigInt(rules.unitsPerLot);
  const fate = fateOf(command, plan);
  order.state = fate === 'rests' ? 'resting' : 'ended';
  if (fate !== 'rests') endBracket(world, order);
  if (command.quantityLots > 0) order.open -= plan.lots;
  const leftOver = hold - spent - (fate === 'rests' ? world.heldBy(order) : 0n);
  const account = fundingOf(world, order);
  world.post(account, { available: leftOver, frozen: -leftOver, reason: 'release', orderId: id });
  if (fate === 'done') world.listener.orderDone(id, owner, market);
  else if (fate === 'rests') rest(world, order);
  else world.listener.orderCancelled(id, owner, market, fate);
  return plan;
}

function rest(world: World, order: NaiveOrder): void {
  const { command, id } = order;
  const visible = BigInt(command.visibleLots ?? 0);
  order.shown = visible > 0n && visible < order.open ? visible : order.open;
  world.arrive(order);
  world.listener.orderRested(id, Number(order.open));
  world.notifyLevel(command.market, command.side, command.priceTicks);
}

/** Executes the steps, and reports each level that they change. */
function carryOut(world: World, taker: NaiveOrder, { steps }: Plan): void {
  const market = world.market(taker.command.market);
  let before: bigint | null = null;
  steps.forEach((step, index) => {
    const { maker } = step;
    const { side, priceTicks } = maker.command;
    before ??= world.quantityAt(market.id, side, priceTicks);
    if (step.type === 'fill') {
      const received = trade(world, market, { taker, maker, lots: step.lots, priceTicks });
      for (const order of [taker, maker]) addToBracket(market, order, step.lots, received);
      recordReachedStops(world, market);
      afterFill(world, maker, step.lots);
    } else {
      cancelForSelfTrade(world, maker);
    }
    if (steps[index + 1]?.maker.command.priceTicks === priceTicks) return;
    if (world.quantityAt(market.id, side, priceTicks) !== before) world.notifyLevel(market.id, side, priceTicks);
    before = null;
  });
}

function fateOf(command: PlaceOrder, plan: Plan): CancelReason | 'rests' | 'done' {
  switch (plan.end) {
    case 'filled':
      return 'done';
    case 'selfTrade':
    case 'fillLimit':
    case 'fillOrKill':
      return plan.end;
    case 'amountSpent':
      return plan.lots > 0n ? 'done' : 'amountSpent';
    case 'exhausted':
    case 'beyondLimit':
      if (command.orderType === 'limit') return command.timeInForce === 'GTC' ? 'rests' : 'immediateOrCancel';
      return plan.end === 'exhausted' ? 'bookExhausted' : 'collar';
  }
}
