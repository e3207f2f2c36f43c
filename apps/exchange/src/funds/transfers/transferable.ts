import type { calls, CallOutput } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { AssetId } from '@fft/engine';
import { refuse } from '../refusals.ts';
import type { TransferOptions } from './options.ts';

export type Transferable = CallOutput<typeof calls.transfer.submit>['balances'];

/** @throws Refusal `notFound` */
export function assetOf({ directory }: Pick<TransferOptions, 'directory'>, coin: string): AssetId {
  const asset = directory.assetId(coin);
  if (asset === null) throw refuse('unknownCoin');
  return asset;
}

/** Returns the available balance of both accounts, from the engine. */
export function transferable(
  { directory, host }: Pick<TransferOptions, 'directory' | 'host'>,
  customer: number,
  asset: AssetId,
): Transferable {
  const { code, decimals } = directory.asset(asset);
  const usable = (kind: 'coin' | 'fiat') =>
    formatDecimal(host.engine.balance(customer, kind, asset).available, decimals);
  return { coin: code, coinAccount: usable('coin'), fiatAccount: usable('fiat') };
}
