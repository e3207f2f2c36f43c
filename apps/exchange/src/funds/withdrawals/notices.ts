import type { Inbox } from '../../content/index.ts';
import { withdrawalMessage } from './messages.ts';
import type { OnChange } from './withdrawal-processor.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** Puts every state that a withdrawal reaches into its owner's inbox, in the transaction of the change. */
export function tellOwner(inbox: Inbox, decimalsOf: (row: WithdrawalRow) => number): OnChange {
  return (transaction, row) => inbox.tell(transaction, row.customer, withdrawalMessage(decimalsOf(row), row));
}
