import { copyConditions, noConditions, areSameConditions } from '../requests/order-conditions.ts';
import { marketFlag } from '../requests/order-flags.ts';
import type { State } from '../state/state.ts';

/** Fills the ticket with an open order's terms, at its present price and quantity. */
export function ticketFromOpenOrder({ orders, marketAccounts, levels, ticket }: State, order: number): void {
  const marketAccount = orders.marketAccountOf(order);
  const conditions = orders.hasConditions(order) ? orders.conditionState(order) : null;
  ticket.owner = marketAccounts.ownerOf(marketAccount);
  ticket.flags = orders.choicesOf(order);
  ticket.subject = marketAccounts.marketOf(marketAccount);
  ticket.priceTicks = 0;
  ticket.amount = 0;
  if ((ticket.flags & marketFlag) !== 0) ticket.amount = orders.firstOf(order);
  else if (orders.isWaiting(order)) ticket.priceTicks = conditions?.amendedTicks || orders.firstOf(order);
  else ticket.priceTicks = levels.priceOf(orders.levelOf(order));
  ticket.quantityLots = orders.quantityLotsOf(order);
  // A copy, as the order and its state may end before the ticket does.
  ticket.conditions = conditions === null ? noConditions : copyConditions(conditions);
  ticket.pairHeld = 0;
  ticket.awaited = 0;
}

/** True if the open order was placed with the ticket's terms. */
export function isSameOrder({ orders, marketAccounts, ticket }: State, order: number): boolean {
  return (
    marketAccounts.marketOf(orders.marketAccountOf(order)) === ticket.subject &&
    orders.choicesOf(order) === ticket.flags &&
    orders.firstOf(order) === ticket.first &&
    orders.secondOf(order) === ticket.second &&
    areSameConditions(orders.conditionStateOf(order) ?? noConditions, ticket.conditions)
  );
}
