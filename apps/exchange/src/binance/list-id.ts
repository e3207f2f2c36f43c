const marker = 'list:';

/** The stop's id of a list whose own id the client chose: the stop carries it, as the engine knows no lists. */
export function stopIdOf(listClientOrderId: string): string {
  return `${marker}${listClientOrderId}`;
}

/** A list's client's id. The list's number is that of its stop. */
export function listClientIdOf(stop: { readonly orderId: number; readonly clientOrderId: string }): string {
  return stop.clientOrderId.startsWith(marker) ? stop.clientOrderId.slice(marker.length) : `list-${stop.orderId}`;
}

/** The stop of the list with this client's id. */
export function stopNamedBy(
  listClientOrderId: string,
): { readonly orderId: number } | { readonly clientOrderId: string } {
  const [, listId] = /^list-([1-9]\d{0,14})$/.exec(listClientOrderId) ?? [];
  return listId === undefined ? { clientOrderId: stopIdOf(listClientOrderId) } : { orderId: Number(listId) };
}
