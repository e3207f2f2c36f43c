import { exact, one } from './exact.ts';

// Judges orders by Binance's page of filters (https://developers.binance.com/docs/binance-spot-api-docs/filters) and by what docs/binance.md says of the reference
// prices. It knows nothing of the engine.

export type OrderFields = Readonly<Partial<Record<OrderField, string>>> & {
  readonly side: 'BUY' | 'SELL';
  readonly type: string;
};
type OrderField = 'timeInForce' | 'quantity' | 'quoteOrderQty' | 'price' | 'stopPrice' | 'icebergQty' | 'trailingDelta';

export type SymbolFilter = Readonly<Record<string, string | number | boolean>> & { readonly filterType: string };

/** What the filters are measured against. */
export interface Present {
  /** The symbol's last price; '0' before its first trade. */
  readonly last: string;
  readonly openOrders: number;
  /** Those of them that wait for a price. */
  readonly openAlgoOrders: number;
}

/** The filters by which Binance would refuse the order. Throws for a filter that the judge doesn't know. */
export function violated(order: OrderFields, filters: readonly SymbolFilter[], present: Present): ReadonlySet<string> {
  const failed = filters.filter((filter) => {
    const fails = judges[filter.filterType];
    if (fails === undefined) throw new Error(`unknown filter ${filter.filterType}`);
    return fails(order, figuresOf(filter), present);
  });
  return new Set(failed.map(({ filterType }) => filterType));
}

interface Figures {
  readonly number: (name: string) => bigint;
  readonly isSet: (name: string) => boolean;
}

function figuresOf(filter: SymbolFilter): Figures {
  return { number: (name) => exact(String(filter[name])), isSet: (name) => filter[name] === true };
}

type Fails = (order: OrderFields, figures: Figures, present: Present) => boolean;

const judges: Readonly<Record<string, Fails>> = {
  /** "price >= minPrice; price <= maxPrice; price % tickSize == 0", for `price` and `stopPrice`. */
  PRICE_FILTER: ({ price, stopPrice }, figures) =>
    [price, stopPrice].some((given) => isOutOfSteps(given, figures, ['minPrice', 'maxPrice', 'tickSize'])),
  /** "quantity >= minQty; quantity <= maxQty; quantity % stepSize == 0", for `quantity` and `icebergQty`. */
  LOT_SIZE: ({ type, quantity, icebergQty }, figures) =>
    type !== 'MARKET' && [quantity, icebergQty].some((given) => isOutOfSteps(given, figures, lotSteps)),
  MARKET_LOT_SIZE: ({ type, quantity }, figures) => isWithoutPrice(type) && isOutOfSteps(quantity, figures, lotSteps),
  /** "The number of parts is defined as CEIL(qty / icebergQty)." */
  ICEBERG_PARTS: ({ quantity, icebergQty }, figures) => {
    if (quantity === undefined || icebergQty === undefined || exact(icebergQty) === 0n) return false;
    const [whole, shown] = [exact(quantity), exact(icebergQty)];
    return (whole + shown - 1n) / shown > figures.number('limit') / one;
  },
  /** Of the price that the order may pay: buyers by the bid's multipliers, sellers by the ask's. */
  PERCENT_PRICE_BY_SIDE: ({ side, price, stopPrice }, figures, { last }) => {
    const reference = exact(stopPrice ?? last);
    if (price === undefined || reference === 0n) return false;
    const name = side === 'BUY' ? 'bid' : 'ask';
    const paid = exact(price) * one;
    const [up, down] = [figures.number(`${name}MultiplierUp`), figures.number(`${name}MultiplierDown`)];
    return paid > reference * up || paid < reference * down;
  },
  /** "price * quantity"; of an order without a price by the reference price, if the filter applies to it. */
  NOTIONAL: ({ price, stopPrice, quantity, quoteOrderQty }, figures, { last }) => {
    const isPriced = price !== undefined || quoteOrderQty !== undefined;
    const worth = notionalOf({ price: price ?? stopPrice ?? last, quantity, quoteOrderQty });
    if (worth === 0n && last === '0') return false;
    const isTooSmall = worth < figures.number('minNotional') * one && (isPriced || figures.isSet('applyMinToMarket'));
    return (
      isTooSmall || (worth > figures.number('maxNotional') * one && (isPriced || figures.isSet('applyMaxToMarket')))
    );
  },
  /** "the maximum number of orders an account is allowed to have open on a symbol." */
  MAX_NUM_ORDERS: ({ type, timeInForce }, figures, { openOrders }) => {
    const mayStayOpen =
      type.startsWith('STOP') || type.startsWith('TAKE') || type === 'LIMIT_MAKER' || timeInForce === 'GTC';
    return mayStayOpen && BigInt(openOrders + 1) > figures.number('maxNumOrders') / one;
  },
  /** "the maximum number of 'algo' orders an account is allowed to have open on a symbol." */
  MAX_NUM_ALGO_ORDERS: ({ type }, figures, { openAlgoOrders }) =>
    isAlgo(type) && BigInt(openAlgoOrders + 1) > figures.number('maxNumAlgoOrders') / one,
  /** Above the market for stop-losses that buy and take-profits that sell, below it for the others. */
  TRAILING_DELTA: ({ type, side, trailingDelta }, figures) => {
    if (trailingDelta === undefined) return false;
    const where = type.startsWith('STOP_LOSS') === (side === 'BUY') ? 'Above' : 'Below';
    const delta = exact(trailingDelta);
    return delta < figures.number(`minTrailing${where}Delta`) || delta > figures.number(`maxTrailing${where}Delta`);
  },
};

/** "'Algo' orders are STOP_LOSS, STOP_LOSS_LIMIT, TAKE_PROFIT, and TAKE_PROFIT_LIMIT orders." */
const isAlgo = (type: string): boolean => type.startsWith('STOP_LOSS') || type.startsWith('TAKE_PROFIT');

const lotSteps = ['minQty', 'maxQty', 'stepSize'] as const;

const isWithoutPrice = (type: string): boolean => ['MARKET', 'STOP_LOSS', 'TAKE_PROFIT'].includes(type);

function isOutOfSteps(
  given: string | undefined,
  { number }: Figures,
  [least, most, step]: readonly [string, string, string],
): boolean {
  if (given === undefined) return false;
  const units = exact(given);
  return units < number(least) || units > number(most) || units % number(step) !== 0n;
}

interface Size {
  readonly price: string;
  readonly quantity: string | undefined;
  readonly quoteOrderQty: string | undefined;
}

function notionalOf({ price, quantity, quoteOrderQty }: Size): bigint {
  if (quoteOrderQty !== undefined) return exact(quoteOrderQty) * one;
  return exact(price) * exact(quantity ?? '0');
}
