import { connectBinanceConnector } from './binance-connector.ts';
import { LocalBook } from './local-book.js';
import { serve } from './serve.js';

const symbol = 'BTCUSDT';

await serve(async ({ url, apiKey, secret }) => {
  const { client, streamsWith } = connectBinanceConnector(url, apiKey, secret);
  const book = new LocalBook();
  const placed = [];
  let candle = null;
  const hear = (take) => streamsWith({ message: (text) => take(JSON.parse(text)) });
  hear(({ U, u, b, a }) => book.apply({ first: U, last: u, bids: b, asks: a })).diffBookDepth(symbol, '100ms');
  hear(({ k }) => {
    candle = [k.t, k.o, k.h, k.l, k.c, k.v];
  }).kline(symbol, '1m');
  book.begin((await client.depth(symbol, { limit: 5000 })).data);

  const create = ({ id, side, price, quantity }) =>
    client.newOrder(symbol, side, 'LIMIT', { price, quantity, timeInForce: 'GTC', newClientOrderId: id });
  return {
    place: (given) => create(given).then(() => void placed.push(given.id)),
    cancel: ({ id }) => client.cancelOrder(symbol, { origClientOrderId: id }).then(() => ({})),
    refuse: (given) =>
      create(given).then(
        () => ({ code: 'none' }),
        ({ response }) => ({ code: response?.data?.code }),
      ),
    book: () => book.view(),
    orders: async () => {
      const all = (await client.allOrders(symbol, { limit: 1000 })).data;
      const rows = all.map(({ clientOrderId, status, executedQty }) => [clientOrderId, [status, executedQty]]);
      return { orders: Object.fromEntries(rows) };
    },
    candle: () => ({ candle }),
  };
});
