import type { CancelReason, PlaceOrder } from '@fft/engine';
import { type Plan, planOf, type Step } from './plan.ts';
import { holdOf } from './refusals.ts';
import type { NaiveOrder, World } from './world.ts';

/** Carries out an order that was not refused. */
export function carryOut(world: World, order: NaiveOrder): void {
  const { command, id } = order;
  const { owner, market } = command;
  const plan = planOf(world, command);
  const hold = holdOf(world, command);
  const rules = world.rules(market);
  const payFrom = { owner, kind: 'coin', asset: command.side === 'buy' ? rules.quote : rules.base } as const;
  world.post(payFrom, { available: -hold, frozen: hold, reason: 'freeze', orderId: id });
  plan.steps.forEach((step, index) => {
    if (step.type === 'fill') fill(world, order, step);
    else cancelForSelfTrade(world, step.maker);
    const next = plan.steps[index + 1];
    const { side, priceTicks } = step.maker.command;
    if (next?.maker.command.priceTicks !== priceTicks) world.tellLevel(market, side, priceTicks);
  });

  const spent = command.side === 'buy' ? plan.notional : plan.lots * BigInt(rules.unitsPerLot);
  const fate = fateOf(command, plan);
  order.isOpen = fate === 'rests';
  if (command.quantityLots > 0) order.open = BigInt(command.quantityLots) - plan.lots;
  const leftOver = hold - spent - (order.isOpen ? world.heldBy(order) : 0n);
  world.post(payFrom, { available: leftOver, frozen: -leftOver, reason: 'release', orderId: id });
  if (fate === 'done') return world.listener.orderDone(id, owner, market);
  if (fate !== 'rests') return world.listener.orderCancelled(id, owner, market, fate);
  world.listener.orderRested(id, Number(order.open));
  world.tellLevel(market, command.side, command.priceTicks);
}

function fateOf(command: PlaceOrder, plan: Plan): CancelReason | 'rests' | 'done' {
  switch (plan.end) {
    case 'filled':
      return 'done';
    case 'selfTrade':
      return 'selfTrade';
    case 'amountSpent':
      return plan.lots > 0n ? 'done' : 'amountSpent';
    case 'exhausted':
    case 'beyondLimit':
      if (command.orderType === 'limit') return command.timeInForce === 'GTC' ? 'rests' : 'immediateOrCancel';
      return plan.end === 'exhausted' ? 'bookExhausted' : 'collar';
  }
}

/** The fee, rounded up. */
function feeOn(received: bigint, partsPerMillion: number): bigint {
  const parts = received * BigInt(partsPerMillion);
  return parts / 1_000_000n + (parts % 1_000_000n > 0n ? 1n : 0n);
}

function fill(world: World, taker: NaiveOrder, { maker, lots, notional }: Extract<Step, { type: 'fill' }>): void {
  const marketId = taker.command.market;
  const market = world.markets[marketId];
  if (market === undefined) throw new Error('no such market');
  const { rules } = market;
  const base = lots * BigInt(rules.unitsPerLot);
  const takerBuys = taker.command.side === 'buy';
  const takerFee = feeOn(takerBuys ? base : notional, rules.takerFeePpm);
  const makerFee = feeOn(takerBuys ? notional : base, rules.makerFeePpm);
  market.tradeCount += 1;
  market.lastPriceTicks = maker.command.priceTicks;
  maker.open -= lots;
  world.listener.filled({
    market: marketId,
    tradeNumber: market.tradeCount,
    time: world.time,
    takerSide: taker.command.side,
    priceTicks: maker.command.priceTicks,
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
  const trade = { reason: 'trade' } as const;
  world.post(coinAccount(buyer.command.owner, rules.quote), { frozen: -notional, ...trade, orderId: buyer.id });
  world.post(coinAccount(seller.command.owner, rules.quote), { available: notional, ...trade, orderId: seller.id });
  world.post(coinAccount(seller.command.owner, rules.base), { frozen: -base, ...trade, orderId: seller.id });
  world.post(coinAccount(buyer.command.owner, rules.base), { available: base, ...trade, orderId: buyer.id });
  for (const [order, asset, fee] of [
    [buyer, rules.base, buyerFee] as const,
    [seller, rules.quote, sellerFee] as const,
  ]) {
    world.post(coinAccount(order.command.owner, asset), { available: -fee, reason: 'fee', orderId: order.id });
    world.post(coinAccount(1, asset), { available: fee, reason: 'fee', orderId: order.id });
  }
  if (maker.open > 0n) return;
  maker.isOpen = false;
  world.listener.orderDone(maker.id, maker.command.owner, marketId);
}

function cancelForSelfTrade(world: World, maker: NaiveOrder): void {
  endByCancel(world, maker);
  world.listener.orderCancelled(maker.id, maker.command.owner, maker.command.market, 'selfTrade');
}

/** Gives an open order's hold back and takes it out of the book. */
export function endByCancel(world: World, order: NaiveOrder): void {
  const { owner, market, side } = order.command;
  const rules = world.rules(market);
  const held = world.heldBy(order);
  const account = { owner, kind: 'coin', asset: side === 'buy' ? rules.quote : rules.base } as const;
  world.post(account, { available: held, frozen: -held, reason: 'release', orderId: order.id });
  order.isOpen = false;
}

function coinAccount(owner: number, asset: number) {
  return { owner, kind: 'coin', asset } as const;
}
