import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { readRowId } from '../../transport/http/row-id.ts';
import { refuseUnfinished } from '../../ledger/refusals.ts';
import type { WithdrawalOptions } from './options.ts';
import { withdrawalWire } from './wire.ts';

/** Cancels a withdrawal in review; another customer's is answered like one that does not exist. */
export function cancelWithdrawal(options: WithdrawalOptions): Handler<typeof calls.withdrawals.cancel> {
  return async ({ id }, { customer, lang }) => {
    const row = readRowId(id);
    const found = row === null ? null : await options.withdrawals.find(customer.id, row);
    if (found === null) throw new Refusal(Code.notFound, 'unknownWithdrawal');
    const cancelled = await options.processor.move(found.id, 'cancelled').catch(refuseUnfinished);
    if (cancelled === null) throw new Refusal(Code.conflict, 'withdrawalNotInReview');
    return withdrawalWire(options.directory, cancelled, lang);
  };
}
