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
    noTrailing,
    ...openOrdersFilters(view),
  ];
}

/** The most open orders of one customer. Those that wait for a price are counted with the others, so there are no more of them. */
export function openOrdersFilters({ rules: { maxOpenOrders } }: MarketView): readonly object[] {
  return [
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: maxOpenOrders },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: maxOpenOrders },
  ];
}

/** The door takes no order that trails. */
const noTrailing = {
  filterType: 'TRAILING_DELTA',
  minTrailingAboveDelta: 0,
  maxTrailingAboveDelta: 0,
  minTrailingBelowDelta: 0,
  maxTrailingBelowDelta: 0,
};

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
