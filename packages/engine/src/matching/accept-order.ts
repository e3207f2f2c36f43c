import { assert } from '@fft/decimal';
import type { OrderId, PlaceOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { firstTimeOf, triggerOf } from '../requests/order-conditions.ts';
import { findOtherLeg } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { followsAtOnce, startTrigger } from '../trailing/start-trail.ts';
import { TimerKind } from '../time/timers.ts';
import { execute } from './execute.ts';

/** Accepts the order that the ticket is open for: reports it, freezes its hold, and executes it or lets it wait. */
export function acceptOrder(state: State, command: PlaceOrder, market: Market): void {
  const { ticket } = state;
  const orderId = begin(state, command, market);
  const dueAt = firstTimeOf(ticket.conditions);
  if (ticket.isStop) wait(state, market);
  else execute(state, market, none);
  if (dueAt > 0 && state.requests.openOrder(orderId) !== none) {
    state.timers.set({ time: dueAt, kind: TimerKind.order, subject: orderId, scope: 0 });
  }
}

/** Accepts an order that can't trade as it must, and cancels it at once. */
export function acceptUnfilled(state: State, command: PlaceOrder, market: Market): void {
  const { ticket, marketAccounts, ledger, requests, listener } = state;
  const orderId = begin(state, command, market);
  ledger.release(marketAccounts.fundingOf(ticket.marketAccount, ticket.isBuy), ticket.held, orderId);
  requests.rememberOrder(ticket, orderId, null);
  listener.orderCancelled(orderId, command.owner, market.id, ticket.isLimit ? 'immediateOrCancel' : 'bookExhausted');
}

/** Numbers and reports the ticket's order, and freezes its hold. */
function begin(state: State, command: PlaceOrder, market: Market): OrderId {
  const { ticket, marketAccounts, ledger, listener } = state;
  const orderId = state.lastOrderId + 1;
  state.lastOrderId = orderId;
  ticket.orderId = orderId;
  if (ticket.marketAccount === none) ticket.marketAccount = marketAccounts.open(command.owner, market.id, market.rules);
  listener.orderAccepted(orderId, command, state.time);
  ledger.freeze(marketAccounts.fundingOf(ticket.marketAccount, ticket.isBuy), ticket.held, orderId);
  return orderId;
}

/** Queues a stop at its trigger price and links it to the order that it replaces. */
function wait(state: State, market: Market): void {
  const { ticket, orders, requests, marketAccounts, listener } = state;
  const leg = findOtherLeg(state, market);
  const order = requests.open(ticket);
  const conditions = orders.conditionState(order);
  if (leg !== none) {
    orders.conditionState(leg).legOrder = order;
    conditions.legOrder = leg;
  }
  conditions.held = ticket.held;
  orders.setWaiting(order, true);
  if (ticket.isTrailing) trail(state, market, order);
  else market.stops.add(order, !conditions.isRising, triggerOf(conditions));
  marketAccounts.add(ticket.marketAccount, order);
  market.openOrders += 1;
  listener.orderWaiting(ticket.orderId);
}

/** Lets a trailing stop follow from the last price, or wait for its activation price. */
function trail({ ticket, orders }: State, market: Market, order: number): void {
  const { conditions, isBuy } = ticket;
  const triggerTicks = startTrigger(ticket, market);
  assert(triggerTicks !== null, 'an accepted trailing stop has a price to begin from');
  if (ticket.isLimit) orders.conditionState(order).limitOffset = ticket.priceTicks - triggerTicks;
  if (followsAtOnce(ticket, market)) market.trails.side(isBuy).follow(order, market.lastPriceTicks, conditions);
  else market.trails.wait(order, conditions.activationTicks);
}
