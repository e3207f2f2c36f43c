import { copyOfExtras, noExtras, sameExtras } from '../requests/details.ts';
import { marketFlag } from '../requests/order-flags.ts';
import type { State } from '../state/state.ts';

/** Writes down, as what the ticket asks for, what an open order does: with the price and quantity that it has by now. */
export function ticketFromOpenOrder({ orders, marketAccounts, levels, ticket }: State, order: number): void {
  const seat = orders.seatOf(order);
  const details = orders.hasConditions(order) ? orders.detail(order) : null;
  ticket.owner = marketAccounts.ownerOf(seat);
  ticket.flags = orders.choicesOf(order);
  ticket.subject = marketAccounts.marketOf(seat);
  ticket.priceTicks = 0;
  ticket.amount = 0;
  if ((ticket.flags & marketFlag) !== 0) ticket.amount = orders.firstOf(order);
  else if (orders.isWaiting(order)) ticket.priceTicks = details?.amendedTicks || orders.firstOf(order);
  else ticket.priceTicks = levels.priceOf(orders.levelOf(order));
  ticket.quantityLots = orders.quantityLotsOf(order);
  // A copy: the details go with the order, which may end while the ticket comes in.
  ticket.extras = details === null ? noExtras : copyOfExtras(details);
  ticket.pairHeld = 0;
}

/** Whether an open order was placed as the ticket asks. */
export function isSameOrder({ orders, marketAccounts, ticket }: State, order: number): boolean {
  return (
    marketAccounts.marketOf(orders.seatOf(order)) === ticket.subject &&
    orders.choicesOf(order) === ticket.flags &&
    orders.firstOf(order) === ticket.first &&
    orders.secondOf(order) === ticket.second &&
    sameExtras(orders.detailsOf(order) ?? noExtras, ticket.extras)
  );
}
