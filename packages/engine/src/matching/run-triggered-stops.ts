import { assert } from '@fft/decimal';
import type { Market } from '../markets/market.ts';
import { haltIfVolatile } from '../markets/set-state.ts';
import { cancelOpen, otherLegOf, takeOut, untie } from '../orders/end-order.ts';
import { ticketFromOpenOrder } from '../orders/ticket-from-open-order.ts';
import { fillsMaxOf, orderWork } from '../rules/bounds.ts';
import { fullHoldOf, openTicket } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { leaveWork } from '../time/leave-work.ts';
import { execute } from './execute.ts';
import { nextTriggered } from './triggers.ts';

/**
 * What may follow once an order is through: the market halts, or lets the stops in whose price was reached, one by one, as long as it is open;
 * each may make others follow. As far as the command's share of work goes: answers whether nothing is left.
 */
export function runTriggeredStops(state: State, market: Market): boolean {
  haltIfVolatile(state, market);
  while (market.rules.state === 'open') {
    const order = nextTriggered(state, market);
    if (order === none) break;
    if (state.workLeft <= 0) {
      leaveWork(state, { kind: 'stops', market: market.id });
      return false;
    }
    fire(state, market, order);
    state.workLeft -= orderWork + fillsMaxOf(market.rules) - state.ticket.fillsLeft;
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

function fire(state: State, market: Market, order: number): void {
  const { orders, ledger, listener, ticket, marketAccounts } = state;
  const details = orders.detail(order);
  const orderId = orders.idOf(order);
  const level = orders.levelOf(order);
  listener.orderTriggered(orderId);
  const leg = otherLegOf(state, order);
  untie(state, order);
  if (leg !== none) cancelOpen(state, market, leg, 'otherLeg');
  ticketFromOpenOrder(state, order);
  takeOut(state, market, order);
  market.stops.dropIfEmpty(level, !details.isRising);
  orders.setWaiting(order, false);
  openTicket(state, market);
  ticket.orderId = orderId;
  ticket.held = fullHoldOf(ticket, market);
  ledger.freeze(marketAccounts.fundingOf(ticket.seat, ticket.isBuy), ticket.held - details.held, orderId);
  details.held = 0;
  execute(state, market, order);
}
