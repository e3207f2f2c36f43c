import { formatDecimal } from '@fft/decimal';
import { hasOrderRules } from '@fft/engine';
import { maxPrintableTicks, type MarketView } from '../../ledger/listings/market-view.ts';
import { formatPrice, formatQuantity, formatQuote } from '../decimals.ts';

const wholePpm = 1_000_000;

/** A market's rules as Binance's filters. */
export function symbolFilters(view: MarketView): readonly object[] {
  const { rules } = view;
  const lotSize = {
    minQty: formatQuantity(view, rules.minQuantityLots),
    maxQty: formatQuantity(view, rules.maxQuantityLots),
    stepSize: formatQuantity(view, 1),
  };
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: formatPrice(view, 1),
      maxPrice: formatPrice(view, maxTicks(view)),
      tickSize: formatPrice(view, 1),
    },
    { filterType: 'LOT_SIZE', ...lotSize },
    { filterType: 'ICEBERG_PARTS', limit: rules.maxIcebergParts ?? 0 },
    { filterType: 'MARKET_LOT_SIZE', ...lotSize },
    ...(rules.bandPpm === 0 ? [] : [priceBand(rules.bandPpm)]),
    {
      filterType: 'NOTIONAL',
      minNotional: formatQuote(view, rules.minNotional),
      applyMinToMarket: hasOrderRules(rules),
      maxNotional: formatQuote(view, rules.maxNotional),
      applyMaxToMarket: hasOrderRules(rules),
      avgPriceMins: 0,
    },
    openOrdersFilter(view),
  ];
}

/** The most open orders of one customer. */
export function openOrdersFilter({ rules }: MarketView): object {
  return { filterType: 'MAX_NUM_ORDERS', maxNumOrders: rules.maxOpenOrders };
}

/** The highest price at which the smallest order is not too large. */
export function maxTicks(view: MarketView): number {
  const { maxNotional, unitsPerTickLot, minQuantityLots } = view.rules;
  return Math.min(maxPrintableTicks(view), Math.floor(maxNotional / (unitsPerTickLot * minQuantityLots)));
}

/** The maximum distance from the last price, the same for both sides. */
function priceBand(bandPpm: number): object {
  const [up, down] = [wholePpm + bandPpm, wholePpm - bandPpm].map((ppm) => formatDecimal(ppm, 6, { trim: true }));
  return {
    filterType: 'PERCENT_PRICE_BY_SIDE',
    bidMultiplierUp: up,
    bidMultiplierDown: down,
    askMultiplierUp: up,
    askMultiplierDown: down,
    avgPriceMins: 0,
  };
}
