import type { calls } from '@fft/contract';
import { FieldRefusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { parseAmount } from '../../ledger/parse-amount.ts';
import { refusalOf, refuseUnavailable } from '../../ledger/refusals.ts';
import type { TransferArea } from './area.ts';
import { assetOf, transferable } from './transferable.ts';

/** Moves money between the customer's own accounts, once per requestId. */
export function changeTransfer(area: TransferArea): Handler<typeof calls.transfer.submit> {
  return async ({ requestId, coin, from, to, amount }, { customer }) => {
    if (from === to) throw new FieldRefusal({ to: 'choice' });
    const asset = assetOf(area, coin);
    const units = parseAmount(amount, area.directory.asset(asset).decimals);
    const outcome = await area.gateway
      .submit({ type: 'transfer', requestId, owner: customer.id, asset, from, amount: units })
      .catch(refuseUnavailable);
    if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
    if (outcome.kind === 'duplicate' && outcome.reason !== null) throw refusalOf(outcome.reason);
    return { id: requestId, balances: transferable(area, customer.id, asset) };
  };
}
