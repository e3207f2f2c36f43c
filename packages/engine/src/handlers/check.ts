import type { PlaceOrder } from '../command.ts';
import type { CustomerCommand, ExpectedFill, ExpectedFills } from '../matching-engine.ts';
import { walkBook } from '../matching/walk-book.ts';
import { ofForm, type Refused, rejectedFor, type Rejection } from '../rejection.ts';
import { openTicket } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { checkAmend } from './amend.ts';
import { checkCancel } from './cancel.ts';
import { checkConvert, checkConvertForm } from './convert.ts';
import { checkTransfer } from './money.ts';
import { checkPair } from './place-pair.ts';
import { checkPlace, checkPlaceForm, lookUpOrder } from './place.ts';

// A check runs what its handler runs before it changes anything. It uses the ticket and the key of ids, as every command does afresh.

/** What the command would be answered now instead of being executed, or null. */
export function check(state: State, command: CustomerCommand): Refused | null {
  switch (command.type) {
    case 'place':
      return checkPlace(state, command);
    case 'placePair':
      return checkPair(state, command);
    case 'convert':
      return checkConvert(state, command);
    case 'amend':
      return rejectedFor(checkAmend(state, command));
    case 'cancel':
      return rejectedFor(checkCancel(state, command));
    case 'transfer':
      return checkTransfer(state, command);
  }
}

/** The reason of form to reject the command now, or null. */
export function checkForm(state: State, command: CustomerCommand): Rejection | null {
  if (command.type === 'place') return checkPlaceForm(state, command);
  if (command.type === 'convert') return checkConvertForm(state, command);
  // A cancellation has no form beyond its time.
  if (command.type === 'cancel') return null;
  const refused = check(state, command);
  return refused?.kind === 'rejected' ? ofForm(refused.reason) : null;
}

/** The fills that an order would make now. */
export function expectedFills(state: State, order: PlaceOrder): ExpectedFills {
  const { ticket } = state;
  const fills: ExpectedFill[] = [];
  lookUpOrder(state, order);
  const market = state.market(order.market);
  if (market === null || !ticket.isWellFormed) return { fills, end: 'exhausted' };
  openTicket(state, market);
  const { isWhole, stop } = walkBook(state, market, fills);
  return { fills, end: isWhole ? null : (stop ?? 'exhausted') };
}
