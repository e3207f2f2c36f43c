import { LocalBook } from './local-book.js';
import { connectNodeBinanceApi } from './node-binance-api.ts';
import { serve } from './serve.js';

const symbol = 'BTCUSDT';

await serve(async ({ url, apiKey, secret }) => {
  const client = connectNodeBinanceApi(url, apiKey, secret);
  const book = new LocalBook();
  let candle = null;
  client.depthStream([symbol], ({ U, u, b, a }) => book.apply({ first: U, last: u, bids: b, asks: a }));
  client.candlesticksStream([symbol], '1m', ({ k }) => {
    candle = [k.t, k.o, k.h, k.l, k.c, k.v];
  });
  const { lastUpdateId, bids, asks } = await client.depth(symbol, 5000);
  book.begin({ lastUpdateId, bids: Object.entries(bids), asks: Object.entries(asks) });

  const create = ({ id, side, price, quantity }) =>
    client.order('LIMIT', side, symbol, quantity, price, { newClientOrderId: id, timeInForce: 'GTC' });
  return {
    place: (given) => create(given).then(() => ({})),
    cancel: ({ id }) => client.cancel(symbol, undefined, { origClientOrderId: id }).then(() => ({})),
    refuse: (given) =>
      create(given).then(
        () => ({ code: 'none' }),
        (error) => ({ code: error.code ?? String(error.body ?? error) }),
      ),
    book: () => book.view(),
    orders: async () => {
      const all = await client.allOrders(symbol);
      const rows = all.map(({ clientOrderId, status, executedQty }) => [clientOrderId, [status, executedQty]]);
      return { orders: Object.fromEntries(rows) };
    },
    candle: () => ({ candle }),
  };
});
