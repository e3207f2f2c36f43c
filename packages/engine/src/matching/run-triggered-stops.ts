import { assert } from '@fft/decimal';
import type { Market } from '../markets/market.ts';
import { haltIfVolatile } from '../markets/set-state.ts';
import { cancelOrder, otherLegOf, removeFromQueue, unlinkLegs } from '../orders/end-order.ts';
import { ticketFromOpenOrder } from '../orders/ticket-from-open-order.ts';
import { maxFillsOf, workPerOrder } from '../rules/bounds.ts';
import { fullHoldOf, openTicket } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { deferWork } from '../time/defer-work.ts';
import { execute } from './execute.ts';
import { nextTriggered } from './triggers.ts';

/**
 * Runs after each order: halts the market if it is too volatile, and executes triggered stops one by one, which may trigger others. Returns
 * false if the command's work limit left some for the next command.
 */
export function runTriggeredStops(state: State, market: Market): boolean {
  haltIfVolatile(state, market);
  while (market.rules.state === 'open') {
    const order = nextTriggered(state, market);
    if (order === none) break;
    if (state.workLeft <= 0) {
      deferWork(state, { kind: 'stops', market: market.id });
      return false;
    }
    triggerStop(state, market, order);
    state.workLeft -= workPerOrder + maxFillsOf(market.rules) - state.ticket.fillsLeft;
    haltIfVolatile(state, market);
  }
  assertUncrossed(market);
  return true;
}

/** In an open market no bid reaches an ask. */
function assertUncrossed({ rules, book: { bids, asks } }: Market): void {
  if (rules.state !== 'open' || bids.count === 0 || asks.count === 0) return;
  assert(bids.bestKey() < -asks.bestKey(), 'the best bid reaches the best ask');
}

function triggerStop(state: State, market: Market, order: number): void {
  const { orders, ledger, listener, ticket, marketAccounts } = state;
  const conditions = orders.conditionState(order);
  const orderId = orders.idOf(order);
  const level = orders.levelOf(order);
  listener.orderTriggered(orderId);
  const leg = otherLegOf(state, order);
  unlinkLegs(state, order);
  if (leg !== none) cancelOrder(state, market, leg, 'otherLeg');
  ticketFromOpenOrder(state, order);
  removeFromQueue(state, market, order);
  market.stops.dropIfEmpty(level, !conditions.isRising);
  orders.setWaiting(order, false);
  openTicket(state, market);
  ticket.orderId = orderId;
  ticket.held = fullHoldOf(ticket, market);
  ledger.freeze(marketAccounts.fundingOf(ticket.marketAccount, ticket.isBuy), ticket.held - conditions.held, orderId);
  conditions.held = 0;
  execute(state, market, order);
}
