import { reservedOrderIds, type OrderParent } from '@fft/contract';

/** An order that another one placed has its parent's id in its own: the journal keeps it, and no table needs a column for it. */
const childForm = /^(scaled|twap|recurring|convert):([A-Za-z0-9_-]{1,40}):\d{1,4}(?::2)?$/;

/** The ids of the legs of brackets, with the number of their entry: the engine gives them. */
const legForm = /^(?:tp|sl):(\d{1,16}):\d{1,9}$/;

/** The clientOrderId of a parent's child. */
export function childOrderId({ kind, id }: OrderParent, index: number): string {
  return `${kind}:${id}:${index}`;
}

/** The clientOrderIds of the one or two orders of a conversion. */
export function conversionOrderIds(parent: OrderParent, index: number): readonly [string, string] {
  const first = childOrderId(parent, index);
  return [first, `${first}:2`];
}

/** What placed an order, by its clientOrderId; undefined for an ordinary one. */
export function parentOf(clientOrderId: string): OrderParent | undefined {
  // Most ids have no colon, and this runs for every order that is shown.
  if (!clientOrderId.includes(':')) return undefined;
  const [, entry] = legForm.exec(clientOrderId) ?? [];
  if (entry !== undefined) return { kind: 'bracket', id: entry };
  const [, kind, id] = childForm.exec(clientOrderId) ?? [];
  const isKind = kind === 'scaled' || kind === 'twap' || kind === 'recurring' || kind === 'convert';
  return isKind && id !== undefined ? { kind, id } : undefined;
}

/** True for the ids of orders that the server alone places: it looks its own orders up by them, and legs of brackets are known by them. */
export const isReserved = (clientOrderId: string): boolean =>
  clientOrderId.includes(':') && reservedOrderIds.some((prefix) => clientOrderId.startsWith(prefix));
