import type { State } from '../state/state.ts';

/** Writes down, as what the ticket asks for, what an open order does: with the price and quantity that it has by now. */
export function askAnew({ orders, requests, levels, ticket }: State, order: number): void {
  const request = orders.requestOf(order);
  const { body } = requests;
  requests.recall(request);
  if (orders.isWaiting(order)) body.first = requests.detail(request).amendedTicks || body.first;
  else body.first = levels.priceOf(orders.levelOf(order));
  body.second = orders.quantityLotsOf(order);
  ticket.ask(requests.ownerOf(request), body);
}
