import type { AmendOrder, CancelOrder } from '../command.ts';
import { RequestKind } from '../requests/body.ts';
import type { State } from '../state/state.ts';
import { none as noSlot } from '../store/records.ts';

const none = noSlot;

/** The owner's own request that the command names by either id, or `none`; also where it was refused and never was an order. */
export function findRequest({ requests }: State, command: CancelOrder | AmendOrder): number {
  const request =
    command.orderId === 0
      ? requests.find(command.owner, RequestKind.order, command.clientOrderId)
      : findById(requests, command);
  return request === none || requests.orderIdOf(request) === 0 ? none : request;
}

function findById(requests: State['requests'], { owner, orderId }: CancelOrder | AmendOrder): number {
  const request = Number.isSafeInteger(orderId) ? requests.findOrder(orderId) : none;
  return request !== none && requests.ownerOf(request) === owner ? request : none;
}
