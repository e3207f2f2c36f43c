import { assert } from '@fft/decimal';
import type { Convert, PlaceOrder } from '../command.ts';
import { feeOn } from '../fees/fee.ts';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { ExpectedFill } from '../matching-engine.ts';
import { acceptOrder } from '../matching/accept-order.ts';
import { runTriggeredStops } from '../matching/run-triggered-stops.ts';
import { walkBook } from '../matching/walk-book.ts';
import { ofForm, type Refused, rejectedFor, type Rejection } from '../rejection.ts';
import { asCompleted } from '../requests/idempotency-index.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { isCount, isRecord } from '../rules/form.ts';
import { orderRejection, termsRejection } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { duplicateOf, isWellFormedFor, reportDuplicate } from './place.ts';

/** Converts by one order or by two, or not at all. */
export function convert(state: State, command: Convert): void {
  const { listener } = state;
  const known = lookUp(state, command);
  if (known !== null) {
    if (!known.isRepeated) return listener.rejected(command, 'idConflict');
    for (const { order, at } of known.orders) reportDuplicate(state, order, at);
    return;
  }
  const plan = planOf(state, command);
  if (typeof plan === 'string') return listener.rejected(command, plan);
  for (const { order, market } of plan) execute(state, order, market);
  for (const { market } of plan) runTriggeredStops(state, market);
}

/** What {@link convert} would report instead of converting now, or null. A known conversion is reported as its last order. */
export function checkConvert(state: State, command: Convert): Refused | null {
  const known = lookUp(state, command);
  if (known === null) {
    const plan = planOf(state, command);
    return typeof plan === 'string' ? rejectedFor(plan) : null;
  }
  const last = known.orders.at(-1);
  return known.isRepeated && last !== undefined ? duplicateOf(state, last.at) : rejectedFor('idConflict');
}

/** The reason of form to reject the conversion, or null. The size of the second order depends on the book. */
export function checkConvertForm(state: State, command: Convert): Rejection | null {
  if (lookUp(state, command) !== null) return null;
  const markets = marketsOf(state, command);
  if (typeof markets === 'string') return markets;
  const [market] = markets;
  readOrder(state, command.first);
  return market === undefined ? null : ofForm(termsRejection(state, market));
}

interface Known {
  /** True if every order was placed before with the same terms. */
  readonly isRepeated: boolean;
  /** In the form of `requests.find`. */
  readonly orders: readonly { readonly order: PlaceOrder; readonly at: number }[];
}

/** What the conversion's ids are known for; null if they are free or it isn't well-formed. */
function lookUp(state: State, command: Convert): Known | null {
  if (!ordersOf(command).every((order) => isRecord(order))) return null;
  const orders = ordersOf(command).map((order) => ({ order, at: findId(state, order) }));
  if (orders.every(({ at }) => at === none)) return null;
  const isRight = typeof marketsOf(state, command) !== 'string';
  return { isRepeated: isRight && orders.every(({ order, at }) => isSame(state, order, at)), orders };
}

function ordersOf({ first, second }: Convert): PlaceOrder[] {
  return second === undefined ? [first] : [first, second];
}

function findId({ requests }: State, { owner, clientOrderId }: PlaceOrder): number {
  const hasId = requests.commandKey.read(owner, RequestKind.order, clientOrderId);
  return hasId ? requests.find(requests.commandKey) : none;
}

/** True if the known order has these terms. The size of a conversion's second order is what the first brought. */
function isSame(state: State, order: PlaceOrder, known: number): boolean {
  const { requests, ticket } = state;
  // An order of a conversion never stays open.
  if (known >= none || !readOrder(state, order)) return false;
  const request = asCompleted(known);
  if (!isUnsized(order)) return requests.isSame(request, ticket, ticket.conditions);
  return requests.isSame(
    request,
    { ...bodyOf(state), second: requests.completed.secondOf(request) },
    ticket.conditions,
  );
}

function bodyOf({ ticket: { flags, subject, first, second } }: State) {
  return { flags, subject, first, second };
}

function isUnsized({ quantityLots, amount }: PlaceOrder): boolean {
  return quantityLots === 0 && amount === 0;
}

/** Reads an order into the ticket, and its id into the key: an unsized one as if it had the least size. Returns false if it is malformed. */
function readOrder({ requests, ticket }: State, order: PlaceOrder): boolean {
  const sized = isUnsized(order) ? sizedWith(order, 1) : order;
  return requests.commandKey.read(order.owner, RequestKind.order, order.clientOrderId) && ticket.read(sized);
}

/** The order with a size: an amount of a buy, lots of a sell. */
function sizedWith(order: PlaceOrder, size: number): PlaceOrder {
  return order.side === 'buy' ? { ...order, amount: size } : { ...order, quantityLots: size };
}

interface Planned {
  readonly order: PlaceOrder;
  readonly market: Market;
}

/** The orders with their sizes, or the reason to reject the conversion. */
function planOf(state: State, command: Convert): Rejection | readonly Planned[] {
  const markets = marketsOf(state, command);
  if (typeof markets === 'string') return markets;
  const plan: Planned[] = [];
  let received = 0;
  for (const [index, given] of ordersOf(command).entries()) {
    const market = markets[index] as Market;
    const order = index === 0 ? given : sizedBy(received, given, market);
    if (isUnsized(order)) return order.side === 'buy' ? 'notionalTooSmall' : 'quantityTooSmall';
    const outcome = receivedFrom(state, order, market, received);
    if (typeof outcome === 'string') return outcome;
    received = outcome;
    plan.push({ order, market });
  }
  return received < command.leastReceived ? 'receivesTooLittle' : plan;
}

function sizedBy(received: number, order: PlaceOrder, { rules }: Market): PlaceOrder {
  return sizedWith(order, order.side === 'buy' ? received : Math.floor(received / rules.unitsPerLot));
}

/** The markets of well-formed orders, or the reason of form to reject the conversion. */
function marketsOf(state: State, command: Convert): Rejection | readonly Market[] {
  const orders = ordersOf(command);
  if (!orders.every((order) => isRecord(order))) return 'malformed';
  const markets = orders.flatMap(({ market }) => state.market(market) ?? []);
  if (markets.length < orders.length) return 'unknownMarket';
  return isWellFormed(state, command, markets) ? markets : 'malformed';
}

function isWellFormed(state: State, command: Convert, [ofFirst, ofSecond]: readonly Market[]): boolean {
  const { time, first, second, leastReceived } = command;
  const { ticket } = state;
  if (ofFirst === undefined || !isCount(time) || !isCount(leastReceived) || isUnsized(first)) return false;
  if (!isLeg(state, first, ofFirst)) return false;
  if (second === undefined || ofSecond === undefined) return second === undefined;
  const { base, quote } = ofFirst.rules;
  const brought = ticket.isBuy ? base : quote;
  const isTied = second.owner === first.owner && second.clientOrderId !== first.clientOrderId;
  if (!isTied || ofFirst === ofSecond || !isUnsized(second) || !isLeg(state, second, ofSecond)) return false;
  return brought === (ticket.isBuy ? ofSecond.rules.quote : ofSecond.rules.base);
}

/** True for a FOK limit order without conditions and marks, which the market offers. Leaves it in the ticket. */
function isLeg(state: State, order: PlaceOrder, market: Market): boolean {
  const { ticket } = state;
  ticket.isWellFormed = readOrder(state, order);
  if (!isWellFormedFor(state, market) || order.repeatMs !== undefined || order.endsUnfilled !== undefined) return false;
  return ticket.isLimit && ticket.isFillOrKill && !ticket.hasConditions;
}

/** What the order would bring after its fees, or the reason to reject it. `awaited` is what pays for it before the order before it has traded. */
function receivedFrom(state: State, order: PlaceOrder, market: Market, awaited: number): Rejection | number {
  const { ticket, fees } = state;
  assert(readOrder(state, order), 'an order of a well-formed conversion is malformed');
  ticket.awaited = awaited;
  const rejection = orderRejection(state, market);
  if (rejection !== null) return rejection;
  const fills: ExpectedFill[] = [];
  walkBook(state, market, fills);
  const { takerFeePpm } = fees.of(order.owner) ?? market.rules;
  return fills.reduce((sum, [priceTicks, lots]) => {
    const received = ticket.isBuy ? baseUnits(market.rules, lots) : notionalOf(market.rules, priceTicks, lots);
    return sum + received - feeOn(received, takerFeePpm);
  }, 0);
}

function execute(state: State, order: PlaceOrder, market: Market): void {
  assert(readOrder(state, order), 'an order of an accepted conversion is malformed');
  assert(orderRejection(state, market) === null, 'an order of an accepted conversion was rejected');
  acceptOrder(state, order, market);
}
