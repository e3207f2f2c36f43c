import type { PlaceOrder, Side } from '@fft/engine';
import { isTrailing } from './forms.ts';
import type { NaiveMarket, NaiveOrder, World } from './world.ts';

// Trailing stops, literally: every price is shown to every stop.

const sides = ['sell', 'buy'] as const;

/** The trigger price of a stop that has seen this best price. */
function triggerFrom({ side, trailTicks = 0, trailBps = 0 }: PlaceOrder, extreme: number): number {
  const share = Number((BigInt(extreme) * BigInt(trailBps)) / 10_000n);
  const distance = trailTicks > 0 ? trailTicks : Math.max(share, 1);
  return side === 'sell' ? extreme - distance : extreme + distance;
}

/** The price from which a new stop follows at once, or null. */
export function followsFrom({ side, activationTicks = 0 }: PlaceOrder, { lastPriceTicks: last }: NaiveMarket) {
  if (last === 0) return null;
  const isActive = activationTicks === 0 || (side === 'sell' ? last >= activationTicks : last <= activationTicks);
  return isActive ? last : null;
}

/** The trigger price where a new stop begins, or null without any price. */
export function startOf(order: PlaceOrder, market: NaiveMarket): number | null {
  const from = followsFrom(order, market) ?? order.activationTicks ?? 0;
  return from === 0 ? null : triggerFrom(order, from);
}

/** The waiting trailing stops of a side, by arrival: as waiting, or as following. */
export function trailsOf(world: World, market: NaiveMarket, side: Side, isFollowing: boolean): NaiveOrder[] {
  return world
    .stops(market.id)
    .filter(({ command, extreme }) => {
      return isTrailing(command) && command.side === side && (extreme !== null) === isFollowing;
    })
    .toSorted((a, b) => a.arrival - b.arrival);
}

/** The present trigger price of a stop that follows. */
export function triggerOf({ command, extreme }: NaiveOrder): number {
  if (extreme === null) throw new Error('a stop that does not follow has no trigger');
  return triggerFrom(command, extreme);
}

/** Shows the last price to all trailing stops. */
export function showPrice(world: World, market: NaiveMarket): void {
  for (const side of sides) showPriceTo(world, market, side);
}

function showPriceTo(world: World, market: NaiveMarket, side: Side): void {
  const { lastPriceTicks: last } = market;
  const waits = market.trails[side];
  const [best, worst] = side === 'sell' ? [Math.max, Math.min] : [Math.min, Math.max];
  if (waits.reached !== null) {
    waits.reached = worst(waits.reached, last);
    return;
  }
  if (trailsOf(world, market, side, false).some((stop) => isActivated(stop, last))) {
    waits.activated = waits.activated === null ? last : best(waits.activated, last);
  }
  const following = trailsOf(world, market, side, true);
  for (const stop of following) stop.extreme = best(stop.extreme ?? last, last);
  if (following.some((stop) => isTriggeredBy(stop, last))) waits.reached = last;
}

function isActivated({ command: { side, activationTicks = 0 } }: NaiveOrder, price: number): boolean {
  return side === 'sell' ? price >= activationTicks : price <= activationTicks;
}

function isTriggeredBy(stop: NaiveOrder, price: number): boolean {
  return stop.command.side === 'sell' ? price <= triggerOf(stop) : price >= triggerOf(stop);
}

/** The next triggered trailing stop: sells first, the nearest trigger first, then the earliest. */
export function nextTrailing(world: World, market: NaiveMarket): NaiveOrder | undefined {
  for (const side of sides) {
    const waits = market.trails[side];
    for (let { reached } = waits; reached !== null; { reached } = waits) {
      const price = reached;
      const sign = side === 'sell' ? -1 : 1;
      const [stop] = trailsOf(world, market, side, true)
        .filter((one) => isTriggeredBy(one, price))
        .toSorted((a, b) => (triggerOf(a) - triggerOf(b)) * sign);
      if (stop !== undefined) return stop;
      waits.reached = null;
      if (market.lastPriceTicks > 0) showPriceTo(world, market, side);
    }
  }
  return undefined;
}

/** The next stop whose activation price was reached: sells first, the nearest price first, then the earliest. */
export function nextActivated(world: World, market: NaiveMarket): NaiveOrder | undefined {
  for (const side of sides) {
    const waits = market.trails[side];
    const price = waits.activated;
    if (price === null) continue;
    const sign = side === 'sell' ? 1 : -1;
    const [stop] = trailsOf(world, market, side, false)
      .filter((one) => isActivated(one, price))
      .toSorted((a, b) => ((a.command.activationTicks ?? 0) - (b.command.activationTicks ?? 0)) * sign);
    if (stop !== undefined) return stop;
    waits.activated = null;
  }
  return undefined;
}

/** Lets a stop follow from the best price since its activation price was reached. */
export function activate(world: World, market: NaiveMarket, stop: NaiveOrder): void {
  stop.extreme = market.trails[stop.command.side].activated;
  world.arrive(stop);
  showPriceTo(world, market, stop.command.side);
}

/** The limit price of a trailing stop, moved as far as its trigger. */
export function movedPrice({ maxPrintableTicks }: NaiveMarket, stop: NaiveOrder): number {
  const moved = triggerOf(stop) + stop.limitOffset;
  return Math.min(Math.max(moved, 1), maxPrintableTicks);
}
