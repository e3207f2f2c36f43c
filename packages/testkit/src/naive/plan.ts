import type { PlaceOrder } from '@fft/engine';
import type { NaiveOrder, World } from './world.ts';

export type Step =
  | { readonly type: 'fill'; readonly maker: NaiveOrder; readonly lots: bigint; readonly notional: bigint }
  | { readonly type: 'cancel'; readonly maker: NaiveOrder };

export interface Plan {
  readonly steps: readonly Step[];
  readonly end: 'filled' | 'exhausted' | 'beyondLimit' | 'selfTrade' | 'amountSpent' | 'fillLimit' | 'fillOrKill';
  readonly lots: bigint;
  /** In quote units. */
  readonly notional: bigint;
}

/** The effect of an order on the present book, without changes. It pays no more than `cap` a tick, if there is one. */
export function planOf(world: World, order: PlaceOrder, cap?: bigint | null): Plan {
  const rules = world.rules(order.market);
  const makers = world.queue(order.market, order.side === 'buy' ? 'sell' : 'buy');
  const queue = makers.map((maker) => ({ maker, shown: maker.shown, hidden: maker.open - maker.shown }));
  const limit = lower(worstPrice(world, order, makers), cap);
  const maxSteps = rules.maxFillsPerCommand || 10_000;
  const steps: Step[] = [];
  let lots = 0n;
  let notional = 0n;
  const finish = (end: Plan['end']): Plan => ({ steps, end, lots, notional });
  const isSatisfied = () =>
    order.amount > 0 ? notional === BigInt(order.amount) : lots === BigInt(order.quantityLots);

  for (let first = queue.shift(); first !== undefined; first = queue.shift()) {
    const { maker, shown, hidden } = first;
    const price = BigInt(maker.command.priceTicks);
    const lotCost = price * BigInt(rules.unitsPerTickLot);
    const wanted = wantedOf(order, { lots, notional }, lotCost);
    const isOwn = maker.command.owner === order.owner;
    if (isSatisfied()) return finish('filled');
    if (wanted === 0n) return finish('amountSpent');
    if (isBeyond(order, price, limit)) return finish('beyondLimit');
    const stop = stopOf(order, isOwn, steps.length === maxSteps);
    if (stop !== null) return finish(stop);
    if (isOwn) {
      steps.push({ type: 'cancel', maker });
      if (order.selfTrade === 'cancelBoth') return finish('selfTrade');
      continue;
    }
    const taken = wanted < shown ? wanted : shown;
    steps.push({ type: 'fill', maker, lots: taken, notional: taken * lotCost });
    lots += taken;
    notional += taken * lotCost;
    if (taken < shown) return finish(isSatisfied() ? 'filled' : 'amountSpent');
    if (isSpent(order, notional, lotCost)) return finish('amountSpent');
    if (hidden > 0n) replenish(queue, first);
  }
  return finish(isSatisfied() ? 'filled' : 'exhausted');
}

/** The lots that an order wants at a price, after what its plan has so far. */
function wantedOf(order: PlaceOrder, { lots, notional }: Pick<Plan, 'lots' | 'notional'>, lotCost: bigint): bigint {
  return order.amount > 0 ? (BigInt(order.amount) - notional) / lotCost : BigInt(order.quantityLots) - lots;
}

/** True if the plan fills the whole order. */
export function isWhole({ end, lots }: Plan): boolean {
  return lots > 0n && (end === 'filled' || end === 'amountSpent');
}

/** True if what an amount has left pays for no lot at the last price. A market buy asks for the next price. */
function isSpent({ amount, orderType, side }: PlaceOrder, notional: bigint, lotCost: bigint): boolean {
  const left = BigInt(amount) - notional;
  return amount > 0 && (orderType === 'limit' || side === 'sell') && left > 0n && left < lotCost;
}

/** The reason an order stops before the next maker. */
function stopOf({ selfTrade }: PlaceOrder, isOwn: boolean, hasNoStepLeft: boolean): 'selfTrade' | 'fillLimit' | null {
  if (isOwn && selfTrade === 'cancelNewest') return 'selfTrade';
  return hasNoStepLeft ? 'fillLimit' : null;
}

interface QueuedMaker {
  readonly maker: NaiveOrder;
  readonly shown: bigint;
  readonly hidden: bigint;
}

/** Shows more of an iceberg, behind all others at its price. */
function replenish(queue: QueuedMaker[], { maker, hidden }: QueuedMaker): void {
  const visible = BigInt(maker.command.visibleLots ?? 0);
  const shown = hidden < visible ? hidden : visible;
  const others = queue.filter((one) => one.maker.command.priceTicks === maker.command.priceTicks).length;
  queue.splice(others, 0, { maker, shown, hidden: hidden - shown });
}

function isBeyond({ side }: PlaceOrder, price: bigint, limit: bigint): boolean {
  return side === 'buy' ? price > limit : price < limit;
}

function lower(limit: bigint, cap?: bigint | null): bigint {
  return typeof cap === 'bigint' && cap < limit ? cap : limit;
}

function worstPrice(world: World, order: PlaceOrder, makers: readonly NaiveOrder[]): bigint {
  if (order.orderType === 'limit') return BigInt(order.priceTicks);
  const best = BigInt(makers[0]?.command.priceTicks ?? 0);
  const distance = (best * BigInt(world.rules(order.market).collarPpm)) / 1_000_000n;
  return order.side === 'buy' ? best + distance : best - distance;
}
