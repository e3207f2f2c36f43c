import type { Convert, PlaceOrder, Rejection } from '@fft/engine';
import { acceptOrder } from './accept.ts';
import { isKey, isWellFormed, withSize } from './forms.ts';
import { isSameBody } from './ids.ts';
import { runTriggeredStops } from './market-states.ts';
import { planOf } from './plan.ts';
import { isOffered, orderRejection } from './rejections.ts';
import { feeOn } from './trade.ts';
import type { NaiveMemory, World } from './world.ts';

/** Converts by one order or by two, or not at all. */
export function convert(world: World, command: Convert): void {
  const { listener } = world;
  const orders = ordersOf(command);
  if (!orders.every((order) => typeof order === 'object' && order !== null)) {
    return listener.rejected(command, 'malformed');
  }
  const known = orders.map(({ owner, clientOrderId }) => {
    return isKey(owner, clientOrderId) ? world.remembered('place', owner, clientOrderId) : undefined;
  });
  if (known.some((one) => one !== undefined)) {
    const isRight = formRejection(world, command) === null;
    const isRepeated = isRight && orders.every((order, index) => isSame(world, known[index], order));
    if (!isRepeated) return listener.rejected(command, 'idConflict');
    return orders.forEach((order, index) => {
      listener.duplicate(order, known[index]?.orderId ?? 0, known[index]?.rejection ?? null);
    });
  }
  const rejection = rejectionOf(world, command);
  if (rejection !== null) return listener.rejected(command, rejection);
  // The first order is alone until the second has traded, and so are the balances.
  let received = 0n;
  for (const [index, order] of orders.entries()) {
    const sized = index === 0 ? order : sizedBy(world, order, received);
    received = broughtBy(world, sized);
    acceptOrder(world, sized);
  }
  for (const { market } of orders) runTriggeredStops(world, world.market(market));
}

function ordersOf({ first, second }: Convert): PlaceOrder[] {
  return second === undefined ? [first] : [first, second];
}

/** True if the known request has the order's terms, apart from the size of one that has none. */
function isSame(world: World, known: NaiveMemory | undefined, order: PlaceOrder): boolean {
  if (known?.command.type !== 'place' || world.isOpen(known.orderId)) return false;
  if (order.quantityLots + order.amount > 0) return isSameBody(known.command, order);
  const { quantityLots, amount } = known.command;
  return amount > 0 === (order.side === 'buy') && isSameBody(known.command, { ...order, quantityLots, amount });
}

function formRejection(world: World, command: Convert): Rejection | null {
  if (!ordersOf(command).every(({ market }) => world.hasMarket(market))) return 'unknownMarket';
  return isWellFormed(command) && areOffered(world, command) ? null : 'malformed';
}

function rejectionOf(world: World, command: Convert): Rejection | null {
  const { first, second, leastReceived } = command;
  const ofForm = formRejection(world, command);
  if (ofForm !== null) return ofForm;
  const ofFirst = orderRejection(world, first);
  if (ofFirst !== null) return ofFirst;
  const brought = broughtBy(world, first);
  if (second === undefined) return brought < BigInt(leastReceived) ? 'receivesTooLittle' : null;
  const sized = sizedBy(world, second, brought);
  if (sized.quantityLots + sized.amount === 0) return second.side === 'buy' ? 'notionalTooSmall' : 'quantityTooSmall';
  const ofSecond = asIfPaid(world, sized, brought, () => orderRejection(world, sized));
  if (ofSecond !== null) return ofSecond;
  return broughtBy(world, sized) < BigInt(leastReceived) ? 'receivesTooLittle' : null;
}

function areOffered(world: World, { first, second }: Convert): boolean {
  if (!isOffered(first, world.market(first.market))) return false;
  if (second === undefined) return true;
  if (!isOffered(withSize(second, 1), world.market(second.market)) || first.market === second.market) return false;
  const [one, other] = [world.rules(first.market), world.rules(second.market)];
  return (first.side === 'buy' ? one.base : one.quote) === (second.side === 'buy' ? other.quote : other.base);
}

function sizedBy(world: World, order: PlaceOrder, received: bigint): PlaceOrder {
  const { unitsPerLot } = world.rules(order.market);
  return withSize(order, Number(order.side === 'buy' ? received : received / BigInt(unitsPerLot)));
}

/** What the order brings at the present book, after its fees. */
function broughtBy(world: World, order: PlaceOrder): bigint {
  const rules = world.rules(order.market);
  const { takerFeePpm } = world.fees.get(order.owner) ?? rules;
  return planOf(world, order).steps.reduce((sum, step) => {
    if (step.type !== 'fill') return sum;
    const received = order.side === 'buy' ? step.lots * BigInt(rules.unitsPerLot) : step.notional;
    return sum + received - feeOn(received, takerFeePpm);
  }, 0n);
}

/** Asks with what the first order brings on the account that pays for the second. */
function asIfPaid<T>(world: World, { owner, market, side }: PlaceOrder, brought: bigint, ask: () => T): T {
  const { base, quote } = world.rules(market);
  const asset = side === 'buy' ? quote : base;
  const before = world.accounts;
  const others = before.filter((one) => one !== world.account(owner, 'coin', asset));
  const available = world.available(owner, 'coin', asset) + brought;
  world.accounts = [...others, { owner, kind: 'coin', asset, available, frozen: 0n }];
  const answer = ask();
  world.accounts = before;
  return answer;
}
