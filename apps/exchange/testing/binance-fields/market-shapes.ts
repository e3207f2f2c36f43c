import type { Shape } from './shape.ts';

const mini: Shape = {
  symbol: 'text',
  openPrice: 'decimal',
  highPrice: 'decimal',
  lowPrice: 'decimal',
  lastPrice: 'decimal',
  volume: 'decimal',
  quoteVolume: 'decimal',
  openTime: 'time',
  closeTime: 'time',
  firstId: 'id | =-1',
  lastId: 'id | =-1',
  count: 'id',
};
const full: Shape = { ...mini, priceChange: 'decimal', priceChangePercent: 'numeric', weightedAvgPrice: 'decimal' };
const best: Shape = { bidPrice: 'decimal', bidQty: 'decimal', askPrice: 'decimal', askQty: 'decimal' };
const lots: Shape = { minQty: 'decimal', maxQty: 'decimal', stepSize: 'decimal' };

/** Answers about the market, for anyone. */
export const marketShapes: Readonly<Record<string, Shape>> = {
  pong: {},
  time: { serverTime: 'time' },
  exchangeInfo: {
    timezone: '=UTC',
    serverTime: 'time',
    rateLimits: '[@rateLimit]',
    exchangeFilters: '[@filterExchangeOrders]',
    symbols: '[@symbol]',
    'sors?': '[@sor]',
  },
  sor: { baseAsset: 'text', symbols: '[text]' },
  rateLimit: {
    rateLimitType: 'enum rateLimitType',
    interval: 'enum rateLimitInterval',
    intervalNum: 'id',
    limit: 'id',
  },
  rateCount: {
    rateLimitType: 'enum rateLimitType',
    interval: 'enum rateLimitInterval',
    intervalNum: 'id',
    limit: 'id',
    count: 'id',
  },
  symbol: {
    symbol: 'text',
    status: 'enum symbolStatus',
    baseAsset: 'text',
    baseAssetPrecision: 'id',
    quoteAsset: 'text',
    quotePrecision: 'id',
    quoteAssetPrecision: 'id',
    baseCommissionPrecision: 'id',
    quoteCommissionPrecision: 'id',
    orderTypes: '[enum orderType]',
    icebergAllowed: 'flag',
    ocoAllowed: 'flag',
    otoAllowed: 'flag',
    opoAllowed: 'flag',
    quoteOrderQtyMarketAllowed: 'flag',
    allowTrailingStop: 'flag',
    cancelReplaceAllowed: 'flag',
    amendAllowed: 'flag',
    pegInstructionsAllowed: 'flag',
    isSpotTradingAllowed: 'flag',
    isMarginTradingAllowed: 'flag',
    filters:
      '[@filterPrice | @filterLot | @filterParts | @filterPercent | @filterNotional | @filterTrailing | @filterOrders | @filterAlgoOrders]',
    permissions: '[enum permission]',
    // Absent if the caller asks not to see them.
    'permissionSets?': '[[enum permission]]',
    defaultSelfTradePreventionMode: 'enum selfTradePrevention',
    allowedSelfTradePreventionModes: '[enum selfTradePrevention]',
  },
  filterPrice: { filterType: '=PRICE_FILTER', minPrice: 'decimal', maxPrice: 'decimal', tickSize: 'decimal' },
  filterLot: { filterType: '=LOT_SIZE | =MARKET_LOT_SIZE', ...lots },
  filterParts: { filterType: '=ICEBERG_PARTS', limit: 'id' },
  filterPercent: {
    filterType: '=PERCENT_PRICE_BY_SIDE',
    bidMultiplierUp: 'numeric',
    bidMultiplierDown: 'numeric',
    askMultiplierUp: 'numeric',
    askMultiplierDown: 'numeric',
    avgPriceMins: 'id',
  },
  filterNotional: {
    filterType: '=NOTIONAL',
    minNotional: 'decimal',
    applyMinToMarket: 'flag',
    maxNotional: 'decimal',
    applyMaxToMarket: 'flag',
    avgPriceMins: 'id',
  },
  filterTrailing: {
    filterType: '=TRAILING_DELTA',
    minTrailingAboveDelta: 'id',
    maxTrailingAboveDelta: 'id',
    minTrailingBelowDelta: 'id',
    maxTrailingBelowDelta: 'id',
  },
  filterOrders: { filterType: '=MAX_NUM_ORDERS', maxNumOrders: 'id' },
  filterAlgoOrders: { filterType: '=MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 'id' },
  filterLists: { filterType: '=MAX_NUM_ORDER_LISTS', maxNumOrderLists: 'id' },
  filterExchangeOrders: { filterType: '=EXCHANGE_MAX_NUM_ORDERS', maxNumOrders: 'id' },
  filterAsset: { filterType: '=MAX_ASSET', asset: 'text', limit: 'decimal' },
  depth: { lastUpdateId: 'id', bids: '[(decimal, decimal)]', asks: '[(decimal, decimal)]' },
  trade: {
    id: 'id',
    price: 'decimal',
    qty: 'decimal',
    quoteQty: 'decimal',
    time: 'time',
    isBuyerMaker: 'flag',
    isBestMatch: 'flag',
  },
  aggregate: { a: 'id', p: 'decimal', q: 'decimal', f: 'id', l: 'id', T: 'time', m: 'flag', M: 'flag' },
  average: { mins: 'id', price: 'decimal', closeTime: 'time' },
  dayTicker: { ...full, prevClosePrice: 'decimal', lastQty: 'decimal', ...best },
  windowTicker: full,
  miniTicker: mini,
  price: { symbol: 'text', price: 'decimal' },
  bookTicker: { symbol: 'text', ...best },
};

/** A kline in the order of its values. */
export const klineRow =
  '(time, decimal, decimal, decimal, decimal, decimal, time, decimal, id, decimal, decimal, numeric)';
