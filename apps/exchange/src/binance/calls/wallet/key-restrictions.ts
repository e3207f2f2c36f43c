import { formatFraction } from '../../decimals.ts';
import { createSymbols } from '../../symbols.ts';
import { permissionError } from '../../errors.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { feesOf } from '../account.ts';
import { symbol } from '../param-types.ts';
import { optional } from '../params.ts';
import type { WalletParts } from '../wallet-parts.ts';

/** The key's rights, and the fees of its owner. */
export function keyCalls({ ledger, keysOf }: WalletParts): readonly BinanceCall[] {
  const symbols = createSymbols(ledger.directory);
  return [
    signedCall({
      rest: ['GET', '/sapi/v1/account/apiRestrictions'],
      ws: null,
      right: 'read',
      weight: 1,
      params: {},
      handle: async (_input, { customer, at }) => {
        const key = (await keysOf(customer.id)).find(({ id }) => id === customer.key?.id);
        // It may have been revoked since.
        if (key === undefined) throw permissionError();
        return {
          ipRestrict: key.addresses.length > 0,
          createTime: at(key.created),
          ...(key.expires !== null && { tradingAuthorityExpirationTime: at(key.expires) }),
          enableReading: key.rights.includes('read'),
          enableSpotAndMarginTrading: key.rights.includes('trade'),
          enableWithdrawals: key.rights.includes('withdraw'),
          enableInternalTransfer: false,
          enableMargin: false,
          enableFutures: false,
          permitsUniversalTransfer: false,
          enableVanillaOptions: false,
          enablePortfolioMarginTrading: false,
          enableFixApiTrade: false,
          enableFixReadOnly: false,
        };
      },
    }),
    signedCall({
      rest: ['GET', '/sapi/v1/asset/tradeFee'],
      ws: null,
      right: 'read',
      weight: 1,
      params: { symbol: optional(symbol) },
      handle: ({ symbol: one }, { customer }) =>
        (one === undefined ? symbols.all() : [symbols.find(one)]).map(({ view, symbol: name }) => {
          const { makerFeePpm, takerFeePpm } = feesOf(ledger, customer.id, view);
          const [makerCommission, takerCommission] = [formatFraction(makerFeePpm), formatFraction(takerFeePpm)];
          return { symbol: name, makerCommission, takerCommission };
        }),
    }),
  ];
}
