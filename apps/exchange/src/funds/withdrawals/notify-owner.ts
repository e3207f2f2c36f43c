import type { Inbox } from '../../content/index.ts';
import type { OwnNetworks } from '../../assets/networks.ts';
import { withdrawalMessage } from './messages.ts';
import type { OnChange } from './withdrawal-processor.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** Writes each new state of a withdrawal into its owner's inbox, in the transaction of the change. */
export function notifyOwner(inbox: Inbox, decimalsOf: (row: WithdrawalRow) => number, own: OwnNetworks): OnChange {
  return (transaction, row) => inbox.send(transaction, row.customer, withdrawalMessage(decimalsOf(row), row, own));
}
