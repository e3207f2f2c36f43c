import { assert } from '@fft/decimal';
import { placeNextLegs } from '../brackets/place-legs.ts';
import type { Market } from '../markets/market.ts';
import { haltIfVolatile } from '../markets/set-state.ts';
import { cancelOrder, heldOf, otherLegOf, removeFromQueue, unlinkLegs } from '../orders/end-order.ts';
import { ticketFromOpenOrder } from '../orders/ticket-from-open-order.ts';
import { maxFillsOf, workPerOrder } from '../rules/bounds.ts';
import { capTicks, fullHoldOf, isCappedStop, openTicket } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { isTrailing, type OrderConditions, triggerOf } from '../requests/order-conditions.ts';
import { marketFlag } from '../requests/order-flags.ts';
import { none } from '../store/records.ts';
import { deferWork } from '../time/defer-work.ts';
import { execute } from './execute.ts';
import type { Ticket } from './ticket.ts';
import { nextTriggered } from './triggers.ts';

/**
 * Runs after each order: halts the market if it is too volatile, places the legs of brackets whose entries traded, and executes triggered
 * stops one by one, which may trigger others. Returns false if the command's work limit left some for the next command.
 */
export function runTriggeredStops(state: State, market: Market): boolean {
  haltIfVolatile(state, market);
  while (market.rules.state === 'open') {
    const { hasDue } = market.brackets;
    const order = hasDue ? none : nextTriggered(state, market);
    const activated = hasDue || order !== none ? none : market.trails.nextActivated();
    if (!hasDue && order === none && activated === none) break;
    if (state.workLeft <= 0) {
      deferWork(state, { kind: 'stops', market: market.id });
      return false;
    }
    if (hasDue) {
      placeNextLegs(state, market);
      haltIfVolatile(state, market);
      continue;
    }
    if (order === none) {
      activate(state, market, activated);
      continue;
    }
    triggerStop(state, market, order);
    state.workLeft -= workPerOrder + maxFillsOf(market.rules) - state.ticket.fillsLeft;
    haltIfVolatile(state, market);
  }
  assertUncrossed(market);
  return true;
}

/** Lets a trailing stop follow from the best price since its activation price was reached. */
function activate(state: State, market: Market, order: number): void {
  const { trails, lastPriceTicks } = market;
  const side = trails.side(state.orders.isBuy(order));
  const fromTicks = side.nextActivation();
  trails.remove(order);
  side.follow(order, fromTicks, state.orders.conditionState(order));
  side.observe(lastPriceTicks);
  state.workLeft -= workPerOrder;
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
  const limitTicks = movedLimit(state, market, order);
  if (limitTicks > 0) listener.orderAmended(orderId, limitTicks, orders.quantityLotsOf(order));
  listener.orderTriggered(orderId);
  const leg = otherLegOf(state, order);
  const funds = conditions.held + (leg === none ? 0 : heldOf(state, market, leg));
  const triggerTicks = triggerTicksOf(market, order, conditions);
  unlinkLegs(state, order);
  if (leg !== none) cancelOrder(state, market, leg, 'otherLeg');
  ticketFromOpenOrder(state, order);
  if (limitTicks > 0) ticket.priceTicks = limitTicks;
  removeFromQueue(state, market, order);
  if (!ticket.isTrailing) market.stops.dropIfEmpty(level, !conditions.isRising);
  orders.setWaiting(order, false);
  openTicket(state, market);
  ticket.orderId = orderId;
  if (isCappedStop(ticket)) capHold(ticket, market, { triggerTicks, funds });
  else ticket.held = fullHoldOf(ticket, market);
  const account = marketAccounts.fundingOf(ticket.marketAccount, ticket.isBuy);
  const missing = ticket.held - conditions.held;
  if (missing > 0) ledger.freeze(account, missing, orderId);
  else ledger.release(account, -missing, orderId);
  conditions.held = 0;
  execute(state, market, order);
}

function triggerTicksOf({ trails }: Market, order: number, conditions: OrderConditions): number {
  return isTrailing(conditions) ? trails.triggerOf(order) : triggerOf(conditions);
}

interface CappedFunds {
  readonly triggerTicks: number;
  /** What the stop and its other leg hold. */
  readonly funds: number;
}

/** Lets a market buy by quantity pay at most what it froze, and no more than the collar beyond its trigger. */
function capHold(ticket: Ticket, market: Market, { triggerTicks, funds }: CappedFunds): void {
  const costOfTick = ticket.quantityLots * market.rules.unitsPerTickLot;
  // The market's collar may be wider than when the stop was placed.
  const worstTicks = Math.min(capTicks(triggerTicks, market), Math.floor(funds / costOfTick));
  ticket.limitTicks = Math.min(ticket.limitTicks, worstTicks);
  ticket.held = worstTicks * costOfTick;
}

/** The limit price of a trailing stop whose trigger has moved since it began, or 0. The hold covers it: a buy's falls. */
function movedLimit({ orders }: State, { trails, maxPrintableTicks }: Market, order: number): number {
  const conditions = orders.conditionState(order);
  if (!isTrailing(conditions) || (orders.choicesOf(order) & marketFlag) !== 0) return 0;
  const limitTicks = trails.triggerOf(order) + conditions.limitOffset;
  const moved = Math.min(Math.max(limitTicks, 1), maxPrintableTicks);
  return moved === orders.firstOf(order) ? 0 : moved;
}
