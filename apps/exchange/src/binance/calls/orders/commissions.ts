import { formatFraction, type MarketView } from '../../../ledger/listings/market-view.ts';
import type { TradingParts } from './trading-parts.ts';

const none = { maker: '0', taker: '0' };

/** The fee rates of a customer's order in a market. */
export function commissionsOf({ host }: Pick<TradingParts, 'host'>, customer: number, { rules }: MarketView): object {
  const { makerFeePpm, takerFeePpm } = host.engine.feeOverride(customer) ?? rules;
  return {
    standardCommissionForOrder: { maker: formatFraction(makerFeePpm), taker: formatFraction(takerFeePpm) },
    specialCommissionForOrder: none,
    taxCommissionForOrder: none,
    discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: null, discount: '0' },
  };
}
