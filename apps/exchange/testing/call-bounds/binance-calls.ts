import type { Inputs } from './native-calls.ts';

const market = { symbol: 'BTCUSDT' };
const page = { ...market, limit: 1_000 };
const dayMs = 86_400_000;
const limit = { ...market, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '100', quantity: '0.1' };

/** Every entry of the Binance-compatible door, by REST path or method, with the questions that cost the most. The WebSocket API runs the same entries. */
export const binanceCalls = (now: number): Readonly<Record<string, readonly Inputs[]>> => {
  const klines = [
    { ...page, interval: '1m' },
    { ...page, interval: '1s', startTime: now - 300 * dayMs },
    { ...page, interval: '3m' },
    { ...page, interval: '6h', timeZone: '5:45' },
    { ...page, interval: '1d', timeZone: '5:45' },
    { ...page, interval: '1d', timeZone: '5:45', startTime: 0 },
    { ...page, interval: '3d', timeZone: '-3:30' },
    { ...page, interval: '1w', timeZone: '12:15' },
    { ...page, interval: '1M', timeZone: '5:15' },
    { ...page, interval: '1M', timeZone: '-11:45', startTime: 0 },
  ];
  return {
    'GET /api/v3/ping': [{}],
    'GET /api/v3/time': [{}],
    'GET /api/v3/exchangeInfo': [{}],
    'GET /api/v3/depth': [{ ...market, limit: 5_000 }],
    'GET /api/v3/trades': [page],
    'GET /api/v3/historicalTrades': [page, { ...page, fromId: 1 }],
    'GET /api/v3/aggTrades': [
      page,
      { ...page, fromId: 1 },
      { ...page, startTime: 0 },
      { ...page, endTime: now - 100 * dayMs },
    ],
    'GET /api/v3/klines': klines,
    'GET /api/v3/uiKlines': klines,
    'GET /api/v3/ticker/24hr': [{}],
    'GET /api/v3/ticker/tradingDay': [{ ...market, timeZone: '5:45' }],
    'GET /api/v3/ticker': [
      { ...market, windowSize: '7d' },
      { ...market, windowSize: '23h' },
    ],
    'GET /api/v3/ticker/price': [{}],
    'GET /api/v3/ticker/bookTicker': [{}],
    'GET /api/v3/avgPrice': [market],
    'GET /api/v3/account': [{}],
    'GET /api/v3/account/commission': [market],
    'GET /api/v3/rateLimit/order': [{}],
    'POST /api/v3/order': [limit],
    'POST /api/v3/order/test': [limit],
    'DELETE /api/v3/order': [{ ...market, origClientOrderId: 'past-2' }],
    'DELETE /api/v3/openOrders': [market],
    'POST /api/v3/order/cancelReplace': [{ ...limit, cancelReplaceMode: 'ALLOW_FAILURE', cancelOrderId: 100_000_002 }],
    'PUT /api/v3/order/amend/keepPriority': [{ ...market, orderId: 100_000_002, newQty: '0.01' }],
    'GET /api/v3/order': [
      { ...market, orderId: 100_000_002 },
      { ...market, origClientOrderId: 'past-2' },
      { ...market, origClientOrderId: 'absent' },
    ],
    'GET /api/v3/openOrders': [{}],
    'GET /api/v3/allOrders': [
      page,
      { ...page, orderId: 1 },
      { ...page, symbol: 'LTCUSDT' },
      { ...page, startTime: now - 300 * dayMs },
    ],
    'GET /api/v3/myTrades': [
      page,
      { ...page, fromId: 1 },
      { ...page, symbol: 'LTCUSDT' },
      { ...page, orderId: 100_000_002 },
      { ...page, startTime: now - 300 * dayMs },
    ],
    'POST /api/v3/orderList/oco': [
      {
        ...market,
        side: 'BUY',
        quantity: '0.1',
        belowType: 'LIMIT_MAKER',
        belowPrice: '100',
        aboveType: 'STOP_LOSS_LIMIT',
        aboveStopPrice: '190000',
        abovePrice: '191000',
        aboveTimeInForce: 'GTC',
      },
    ],
    'POST /api/v3/order/oco': [
      {
        ...market,
        side: 'BUY',
        quantity: '0.1',
        price: '100',
        stopPrice: '190000',
        stopLimitPrice: '191000',
        stopLimitTimeInForce: 'GTC',
      },
    ],
    'DELETE /api/v3/orderList': [{ ...market, listClientOrderId: 'absent' }],
    'GET /api/v3/orderList': [{ orderListId: 1 }, { origClientOrderId: 'absent' }],
    'GET /api/v3/openOrderList': [{}],
    'GET /api/v3/allOrderList': [
      { limit: 1_000 },
      { limit: 1_000, fromId: 1 },
      { limit: 1_000, startTime: now - 300 * dayMs },
    ],
    'GET /sapi/v1/system/status': [{}],
    'GET /sapi/v1/capital/config/getall': [{}],
    'POST /sapi/v3/asset/getUserAsset': [{ needBtcValuation: 'true' }],
    'GET /sapi/v1/capital/deposit/address': [{ coin: 'BTC' }],
    'GET /sapi/v1/capital/deposit/hisrec': [
      { limit: 1_000 },
      { limit: 1_000, offset: 100_000 },
      { limit: 1_000, coin: 'LTC' },
      { txId: 'absent' },
    ],
    'POST /sapi/v1/capital/withdraw/apply': [{ coin: 'BTC', address: 'absent', amount: '0.01' }],
    'GET /sapi/v1/capital/withdraw/history': [
      { limit: 1_000 },
      { limit: 1_000, offset: 100_000 },
      { limit: 1_000, coin: 'LTC' },
      { withdrawOrderId: 'absent' },
    ],
    'GET /sapi/v1/account/apiRestrictions': [{}],
    'GET /sapi/v1/asset/tradeFee': [{}],
    'GET /sapi/v1/margin/allPairs': [{}],
    'GET /sapi/v1/margin/isolated/allPairs': [{}],
    'GET /fapi/v1/exchangeInfo': [{}],
    'GET /dapi/v1/exchangeInfo': [{}],
    'POST /api/v3/userDataStream': [{}],
    'PUT /api/v3/userDataStream': [{}],
    'DELETE /api/v3/userDataStream': [{}],
  };
};
