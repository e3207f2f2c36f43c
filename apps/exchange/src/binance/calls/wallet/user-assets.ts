import { formatAmount } from '../../decimals.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { assetCode, flag } from '../param-types.ts';
import { optional, withDefault } from '../params.ts';
import type { WalletParts } from '../wallet-parts.ts';

const btcPlaces = 8;

/** The caller's assets with a balance. */
export function userAssets({ ledger: { host, directory }, valuation }: WalletParts): BinanceCall {
  const inBtc = (code: string, units: bigint): string => {
    const btc = valuation.usdtUnits('BTC', 10n ** BigInt(btcPlaces)) ?? 0n;
    const worth = code === 'BTC' ? null : valuation.usdtUnits(code, units);
    if (code === 'BTC') return formatAmount(units, directory.asset(directory.assetId(code) ?? 0).decimals);
    return worth === null || btc === 0n ? '0' : formatAmount((worth * 10n ** BigInt(btcPlaces)) / btc, btcPlaces);
  };
  return signedCall({
    rest: ['POST', '/sapi/v3/asset/getUserAsset'],
    ws: null,
    right: 'read',
    weight: 5,
    params: { asset: optional(assetCode), needBtcValuation: withDefault(flag, false) },
    handle: ({ asset, needBtcValuation }, { customer: { id } }) =>
      host.engine.assets
        .map(({ code, decimals }, index) => ({ code, decimals, ...host.engine.balance(id, 'coin', index) }))
        .filter(({ code, available, frozen }) => (asset === undefined || code === asset) && available + frozen > 0)
        .map(({ code, decimals, available, frozen }) => ({
          asset: code,
          free: formatAmount(available, decimals),
          locked: formatAmount(frozen, decimals),
          freeze: '0',
          withdrawing: '0',
          ipoable: '0',
          btcValuation: needBtcValuation ? inBtc(code, BigInt(available) + BigInt(frozen)) : '0',
        })),
  });
}
