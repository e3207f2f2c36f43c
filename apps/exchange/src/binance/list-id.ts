import { createHash } from 'node:crypto';
import type { PlaceOrder } from '@fft/engine';

const marker = 'list:';
/** The longest id of an order that the door reads. */
const maxLength = 36;

/** The id of a list's stop to which the client gave none: it follows from the list's, so that the same list under the same id is known. */
export function stopIdOf(listClientOrderId: string): string {
  const id = `${marker}${listClientOrderId}`;
  if (id.length <= maxLength) return id;
  const digest = createHash('sha256').update(listClientOrderId).digest('base64url');
  return `${marker}${digest}`.slice(0, maxLength);
}

/** What names a list: its stop. */
export interface ListStop {
  readonly orderId: number;
  readonly command: Pick<PlaceOrder, 'clientOrderId' | 'listClientOrderId'>;
}

/** A list's client's id. The list's number is that of its stop. Earlier versions had the id in the stop's. */
export function listClientIdOf({ orderId, command: { clientOrderId, listClientOrderId } }: ListStop): string {
  if (listClientOrderId !== undefined) return listClientOrderId;
  return clientOrderId.startsWith(marker) ? clientOrderId.slice(marker.length) : `list-${orderId}`;
}

/** The number in the id of a list to which the client gave none, or null. */
export function listNumberIn(listClientOrderId: string): number | null {
  const [, listId] = /^list-([1-9]\d{0,14})$/.exec(listClientOrderId) ?? [];
  return listId === undefined ? null : Number(listId);
}
