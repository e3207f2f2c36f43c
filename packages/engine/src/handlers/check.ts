import type { CustomerCommand } from '../matching-engine.ts';
import { ofForm, type Refused, rejectedFor, type Rejection } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { checkAmend } from './amend.ts';
import { checkCancel } from './cancel.ts';
import { checkTransfer } from './money.ts';
import { checkPair } from './place-pair.ts';
import { checkPlace, checkPlaceForm } from './place.ts';

// A check runs what its handler runs before it changes anything. It uses the ticket and the key of ids, as every command does afresh.

/** What the command would be answered now instead of being executed, or null. */
export function check(state: State, command: CustomerCommand): Refused | null {
  switch (command.type) {
    case 'place':
      return checkPlace(state, command);
    case 'placePair':
      return checkPair(state, command);
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
  // A cancellation has no form beyond its time.
  if (command.type === 'cancel') return null;
  const refused = check(state, command);
  return refused?.kind === 'rejected' ? ofForm(refused.reason) : null;
}
