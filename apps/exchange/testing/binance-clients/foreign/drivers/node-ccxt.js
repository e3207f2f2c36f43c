import { connectCcxt } from './ccxt.ts';
import { serve } from './serve.js';

const symbol = 'BTC/USDT';
const statuses = { open: 'NEW', closed: 'FILLED', canceled: 'CANCELED', expired: 'EXPIRED', rejected: 'REJECTED' };

await serve(async ({ url, apiKey, secret }) => {
  const exchange = await connectCcxt(url, apiKey, secret);
  const orders = {};
  let [book, candle, tickers] = [null, null, null];
  const follow = async (watch, take) => {
    for (;;) take(await watch());
  };
  void follow(
    () => exchange.watchOrderBook(symbol),
    (now) => (book = now),
  );
  void follow(
    () => exchange.watchOHLCV(symbol, '1m'),
    (candles) => (candle = candles.at(-1)),
  );
  void follow(
    () => exchange.watchTickers(),
    (now) => (tickers = now),
  );
  void follow(
    () => exchange.watchOrders(symbol),
    (heard) => {
      for (const { clientOrderId, status, filled } of heard) {
        const partly = status === 'open' && filled > 0;
        orders[clientOrderId] = [partly ? 'PARTIALLY_FILLED' : statuses[status], filled];
      }
    },
  );

  const create = ({ id, side, price, quantity }) =>
    exchange.createOrder(symbol, 'limit', side.toLowerCase(), Number(quantity), Number(price), { clientOrderId: id });
  const top = (side) => side.slice(0, 20).map(([price, quantity]) => [price, quantity]);
  return {
    place: (given) => create(given).then(() => ({})),
    cancel: ({ id }) => exchange.cancelOrder(undefined, symbol, { clientOrderId: id }).then(() => ({})),
    refuse: (given) =>
      create(given).then(
        () => ({ code: 'none' }),
        (error) => ({ code: String(error) }),
      ),
    book: () => (book ? { bids: top(book.bids), asks: top(book.asks) } : { bids: [], asks: [] }),
    orders: () => ({ orders }),
    // All tickers come on a stream that ccxt doesn't unwrap.
    candle: () => ({ candle: tickers === null ? null : candle }),
  };
});
