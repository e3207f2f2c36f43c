import { calls } from '@fft/contract';
import { parseAmount } from '../../ledger/parse-amount.ts';
import { refusalOf, refuseUnavailable } from '../../ledger/refusals.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { route, type Handler } from '../../transport/http/route.ts';
import type { TransferOptions } from './options.ts';
import { assetOf, transferable } from './transferable.ts';

/** Binds the calls that transfer money between a customer's own accounts. */
export function serveTransfers(options: TransferOptions): void {
  route(options.api, calls.transfer.balances, readTransfer(options));
  route(options.api, calls.transfer.submit, changeTransfer(options));
}

/** Returns what can be transferred, of every listed coin or one. */
function readTransfer(options: TransferOptions): Handler<typeof calls.transfer.balances> {
  return ({ coin }, { customer }) => {
    const assets = coin === undefined ? options.host.engine.assets.map((_, asset) => asset) : [assetOf(options, coin)];
    return { coins: assets.map((asset) => transferable(options, customer.id, asset)), fee: '0', ratio: '1' };
  };
}

/** Moves money between the customer's own accounts, once per requestId. */
function changeTransfer(options: TransferOptions): Handler<typeof calls.transfer.submit> {
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
