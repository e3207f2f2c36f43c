import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import { formatAmount, formatFraction, zero } from '../decimals.ts';
import type { DoorLimits } from '../limits.ts';
import type { Symbols } from '../symbols.ts';
import { signedCall, type BinanceCall } from './call.ts';
import { flag, symbol } from './param-types.ts';
import { required, withDefault } from './params.ts';
import { openOrdersFilters } from './symbol-filters.ts';

export interface AccountParts {
  readonly ledger: Pick<Ledger, 'host' | 'directory'>;
  readonly symbols: Symbols;
  readonly orderCounts: DoorLimits['orderCounts'];
}

/** Parts per million in one of Binance's commission points: a hundredth of a percent. */
const ppmPerPoint = 100;
const noRates = { maker: zero, taker: zero, buyer: zero, seller: zero };

/** The caller's balances and fees, of the account that trades. */
export function accountCalls(parts: AccountParts): readonly BinanceCall[] {
  return [account(parts), commission(parts), orderCount(parts), ownFilters(parts)];
}

function account({ ledger }: AccountParts): BinanceCall {
  const { engine } = ledger.host;
  return signedCall({
    rest: ['GET', '/api/v3/account'],
    ws: 'account.status',
    right: 'read',
    weight: 20,
    params: { omitZeroBalances: withDefault(flag, false) },
    handle: ({ omitZeroBalances }, { customer: { id }, at }) => {
      const fees = feesOf(ledger, id, ledger.directory.markets()[0]);
      const balances = engine.assets.map((asset, index) => ({ asset, ...engine.balance(id, 'coin', index) }));
      return {
        makerCommission: Math.round(fees.makerFeePpm / ppmPerPoint),
        takerCommission: Math.round(fees.takerFeePpm / ppmPerPoint),
        buyerCommission: 0,
        sellerCommission: 0,
        commissionRates: ratesOf(fees),
        canTrade: true,
        canWithdraw: true,
        canDeposit: true,
        brokered: false,
        requireSelfTradePrevention: false,
        preventSor: true,
        updateTime: at(engine.time),
        accountType: 'SPOT',
        balances: balances
          .filter(({ available, frozen }) => !omitZeroBalances || available + frozen > 0)
          .map(({ asset: { code, decimals }, available, frozen }) => ({
            asset: code,
            free: formatAmount(available, decimals),
            locked: formatAmount(frozen, decimals),
          })),
        permissions: ['SPOT'],
        uid: id,
      };
    },
  });
}

function commission({ ledger, symbols }: AccountParts): BinanceCall {
  return signedCall({
    rest: ['GET', '/api/v3/account/commission'],
    ws: 'account.commission',
    right: 'read',
    weight: 20,
    params: { symbol: required(symbol) },
    handle: ({ symbol: name }, { customer: { id } }) => ({
      symbol: name,
      standardCommission: ratesOf(feesOf(ledger, id, symbols.find(name).view)),
      specialCommission: noRates,
      taxCommission: noRates,
      discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: '', discount: zero },
    }),
  });
}

function orderCount({ orderCounts }: AccountParts): BinanceCall {
  return signedCall({
    rest: ['GET', '/api/v3/rateLimit/order'],
    ws: 'account.rateLimits.orders',
    right: 'read',
    weight: 40,
    params: {},
    handle: (_input, { customer: { id } }) => orderCounts(id),
  });
}

/** The filters that count what the caller has: of one's open orders alone. */
function ownFilters({ symbols }: AccountParts): BinanceCall {
  return signedCall({
    rest: ['GET', '/api/v3/myFilters'],
    ws: 'myFilters',
    right: 'read',
    weight: 40,
    params: { symbol: required(symbol) },
    handle: ({ symbol: name }) => ({
      exchangeFilters: [],
      symbolFilters: openOrdersFilters(symbols.find(name).view),
      assetFilters: [],
    }),
  });
}

interface FeePpm {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** What a customer pays in a market: their own fees, or the market's. */
export function feesOf({ host }: AccountParts['ledger'], customer: number, market: MarketView | undefined): FeePpm {
  return host.engine.feeOverride(customer) ?? market?.rules ?? { makerFeePpm: 0, takerFeePpm: 0 };
}

function ratesOf({ makerFeePpm, takerFeePpm }: FeePpm) {
  return { ...noRates, maker: formatFraction(makerFeePpm), taker: formatFraction(takerFeePpm) };
}
