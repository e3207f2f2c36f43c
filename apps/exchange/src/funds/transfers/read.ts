import type { calls } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import type { TransferArea } from './area.ts';
import { assetOf, transferable } from './transferable.ts';

/** Returns what can be transferred, of every listed coin or one. */
export function readTransfer(area: TransferArea): Handler<typeof calls.transfer.balances> {
  return ({ coin }, { customer }) => {
    const assets = coin === undefined ? area.host.engine.assets.map((_, asset) => asset) : [assetOf(area, coin)];
    return { coins: assets.map((asset) => transferable(area, customer.id, asset)), fee: '0', ratio: '1' };
  };
}
