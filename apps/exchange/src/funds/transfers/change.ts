import type { calls } from '@fft/contract';
import { FieldRefusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { parseAmount } from '../../ledger/parse-amount.ts';
import { refusalOf, refuseUnavailable } from '../../ledger/refusals.ts';
import type { TransferOptions } from './options.ts';
import { assetOf, transferable } from './transferable.ts';

/** Moves money between the customer's own accounts, once per requestId. */
export function changeTransfer(options: TransferOptions): Handler<typeof calls.transfer.submit> {
  return async ({ requestId, coin, from, to, amount }, { customer }) => {
    if (from === to) throw new FieldRefusal({ to: 'choice' });
    const asset = assetOf(options, coin);
    const units = parseAmount(amount, options.directory.asset(asset).decimals);
    const outcome = await options.gateway
      .submit({ type: 'transfer', requestId, owner: customer.id, asset, from, amount: units })
      .catch(refuseUnavailable);
    if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
    if (outcome.kind === 'duplicate' && outcome.reason !== null) throw refusalOf(outcome.reason);
    return { id: requestId, balances: transferable(options, customer.id, asset) };
  };
}
