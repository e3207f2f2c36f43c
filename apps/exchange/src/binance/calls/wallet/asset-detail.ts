import { padded } from '../../decimals.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { assetCode } from '../param-types.ts';
import { optional } from '../params.ts';
import { contextOf, type WalletParts } from '../wallet-parts.ts';

/** Each coin's fee and least withdrawal over the network that costs the least, and whether any network takes it. */
export function assetDetail({ ledger: { host }, deposits, withdrawals }: WalletParts): BinanceCall {
  return signedCall({
    rest: ['GET', '/sapi/v1/asset/assetDetail'],
    ws: null,
    right: 'read',
    weight: 1,
    isHeavy: true,
    params: { asset: optional(assetCode) },
    handle: async ({ asset }, caller) => {
      const context = contextOf(caller);
      const [incoming, outgoing] = await Promise.all([deposits.coins({}, context), withdrawals.coins({}, context)]);
      const details = host.engine.assets.map(({ code }) => {
        const ways = outgoing.find(({ coin }) => coin === code)?.chains ?? [];
        const [cheapest] = ways.toSorted((one, other) => Number(one.fee) - Number(other.fee));
        const detail = {
          minWithdrawAmount: padded(cheapest?.min ?? '0'),
          depositStatus: (incoming.find(({ coin }) => coin === code)?.chains ?? []).length > 0,
          // A number, as Binance documents it.
          withdrawFee: Number(cheapest?.fee ?? 0),
          withdrawStatus: ways.length > 0,
        };
        return [code, detail] as const;
      });
      return Object.fromEntries(details.filter(([code]) => asset === undefined || code === asset));
    },
  });
}
