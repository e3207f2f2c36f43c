import type { calls } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import type { TransferOptions } from './options.ts';
import { assetOf, transferable } from './transferable.ts';

/** Returns what can be transferred, of every listed coin or one. */
export function readTransfer(options: TransferOptions): Handler<typeof calls.transfer.balances> {
  return ({ coin }, { customer }) => {
    const assets = coin === undefined ? options.host.engine.assets.map((_, asset) => asset) : [assetOf(options, coin)];
    return { coins: assets.map((asset) => transferable(options, customer.id, asset)), fee: '0', ratio: '1' };
  };
}
