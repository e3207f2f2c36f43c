import { LocalBook } from './local-book.js';
import { connectNodeBinanceApi } from './node-binance-api.ts';
import { serve } from './serve.js';

const symbol = 'BTCUSDT';

await serve(async ({ url, apiKey, secret }) => {
  const client = connectNodeBinanceApi(url, apiKey, secret);
  const book = new LocalBook();
  let candle = null;
  // The stream opens later than the call returns: the snapshot must not be older than its first event.
  const begun = new Promise((resolve) => {
    client.depthStream([symbol], ({ U, u, b, a }) => {
      book.apply({ first: U, last: u, bids: b, asks: a });
      resolve();
    });
  });
  client.candlesticksStream([symbol], '1m', ({ k }) => {
    candle = [k.t, k.o, k.h, k.l, k.c, k.v];
  });
  await begun;
  const { lastUpdateId, bids, asks } = await client.depth(symbol, 5000);
  const rows = (side) => side.map((level) => (Array.isArray(level) ? level : [level.price, level.quantity]));
  book.begin({ lastUpdateId, bids: rows(bids), asks: rows(asks) });

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
