import { klineRow } from './market-shapes.ts';
import type { Type } from './shape.ts';
import type { Source } from './sources.ts';

interface Documented {
  readonly answer: Type;
  readonly from: Source;
}

const rest = (answer: Type): Documented => ({ answer, from: 'rest' });
const wallet = (answer: Type): Documented => ({ answer, from: 'wallet' });

const placed = rest('@orderAck | @orderResult | @orderFull');
const trades = rest('[@trade]');
const ticker = rest('@windowTicker | @miniTicker | [@windowTicker] | [@miniTicker]');
const klines = rest(`[${klineRow}]`);
const gone = rest('@refusal');

/** What each call answers, by its place in REST. The WebSocket API gives the same as its `result`. */
export const answers: Readonly<Record<string, Documented>> = {
  'GET /api/v3/ping': rest('@pong'),
  'GET /api/v3/time': rest('@time'),
  'GET /api/v3/exchangeInfo': rest('@exchangeInfo'),
  'GET /api/v3/depth': rest('@depth'),
  'GET /api/v3/trades': trades,
  'GET /api/v1/trades': trades,
  'GET /api/v3/historicalTrades': trades,
  'GET /api/v3/aggTrades': rest('[@aggregate]'),
  'GET /api/v3/klines': klines,
  'GET /api/v3/uiKlines': klines,
  'GET /api/v3/ticker/24hr': rest('@dayTicker | @miniTicker | [@dayTicker] | [@miniTicker]'),
  'GET /api/v3/ticker/tradingDay': ticker,
  'GET /api/v3/ticker': ticker,
  'GET /api/v3/ticker/price': rest('@price | [@price]'),
  'GET /api/v3/ticker/bookTicker': rest('@bookTicker | [@bookTicker]'),
  'GET /api/v3/avgPrice': rest('@average'),
  'GET /api/v3/account': rest('@account'),
  'GET /api/v3/account/commission': rest('@commission'),
  'GET /api/v3/rateLimit/order': rest('[@rateCount]'),
  'GET /api/v3/myFilters': rest('@ownFilters'),
  'POST /api/v3/order': placed,
  'POST /api/v3/order/test': rest('@orderTested | @orderTestedWithRates'),
  // A leg goes with its list.
  'DELETE /api/v3/order': { answer: '@orderCancelled | @listCancelled', from: 'ws' },
  'DELETE /api/v3/openOrders': rest('[@orderCancelled | @listCancelled]'),
  'POST /api/v3/order/cancelReplace': rest('@replaced'),
  'PUT /api/v3/order/amend/keepPriority': rest('@amended'),
  'GET /api/v3/order/amendments': rest('[@amendment]'),
  'GET /api/v3/order': rest('@order'),
  'GET /api/v3/openOrders': rest('[@order]'),
  'GET /api/v3/allOrders': rest('[@order]'),
  'GET /api/v3/myTrades': rest('[@ownTrade]'),
  'POST /api/v3/orderList/oco': rest('@listPlaced'),
  'POST /api/v3/order/oco': rest('@listPlaced'),
  'DELETE /api/v3/orderList': rest('@listCancelled'),
  'GET /api/v3/orderList': rest('@list'),
  'GET /api/v3/openOrderList': rest('[@list]'),
  'GET /api/v3/allOrderList': rest('[@list]'),
  'GET /sapi/v1/system/status': wallet('@systemStatus'),
  'GET /sapi/v1/capital/config/getall': wallet('[@coin]'),
  'GET /sapi/v1/asset/assetDetail': wallet('<@assetDetail>'),
  'POST /sapi/v3/asset/getUserAsset': wallet('[@userAsset]'),
  'GET /sapi/v1/capital/deposit/address': wallet('@depositAddress'),
  'GET /sapi/v1/capital/deposit/hisrec': wallet('[@deposit]'),
  'POST /sapi/v1/capital/withdraw/apply': wallet('@withdrawn'),
  'GET /sapi/v1/capital/withdraw/history': wallet('[@withdrawal]'),
  'GET /sapi/v1/account/apiRestrictions': wallet('@keyRestrictions'),
  'GET /sapi/v1/asset/tradeFee': wallet('[@tradeFee]'),
  'GET /sapi/v1/account/status': wallet('@accountStatus'),
  'GET /sapi/v1/account/apiTradingStatus': wallet('@tradingStatus'),
  // Of what spot alone has none.
  'GET /sapi/v1/margin/allPairs': wallet('[=null]'),
  'GET /sapi/v1/margin/isolated/allPairs': wallet('[=null]'),
  'GET /fapi/v1/exchangeInfo': wallet('@futures'),
  'GET /dapi/v1/exchangeInfo': wallet('@futures'),
  // Gone from the documentation, and refused.
  'POST /api/v3/userDataStream': gone,
  'PUT /api/v3/userDataStream': gone,
  'DELETE /api/v3/userDataStream': gone,
};

const session: Documented = { answer: '@session', from: 'ws' };

/** Results of the methods about a socket itself. */
export const sessionAnswers: Readonly<Record<string, Documented>> = {
  'session.logon': session,
  'session.status': session,
  'session.logout': session,
  'session.subscriptions': { answer: '[@subscription]', from: 'ws' },
  'userDataStream.subscribe': { answer: '@subscription', from: 'ws' },
  'userDataStream.subscribe.signature': { answer: '@subscription', from: 'ws' },
  'userDataStream.unsubscribe': { answer: '@done', from: 'ws' },
};
