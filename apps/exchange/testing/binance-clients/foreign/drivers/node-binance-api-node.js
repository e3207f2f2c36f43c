import { LocalBook } from './local-book.js';
import { OrderRecord, serve } from './serve.js';
import { connectBinanceApiNode } from './binance-api-node.js';

const symbol = 'BTCUSDT';

await serve(async ({ url, apiKey, secret }) => {
  const client = connectBinanceApiNode(url, apiKey, secret);
  const [book, record] = [new LocalBook(), new OrderRecord()];
  let candle = null;
  const levels = (rows) => rows.map(({ price, quantity }) => [price, quantity]);
  client.ws.depth(`${symbol}@100ms`, ({ firstUpdateId, finalUpdateId, bidDepth, askDepth }) =>
    book.apply({ first: firstUpdateId, last: finalUpdateId, bids: levels(bidDepth), asks: levels(askDepth) }),
  );
  client.ws.candles(symbol, '1m', ({ startTime, open, high, low, close, volume }) => {
    candle = [startTime, open, high, low, close, volume];
  });
  await client.ws.user((event) => {
    if (event.eventType !== 'executionReport') return;
    const { originalClientOrderId, newClientOrderId, orderStatus, totalTradeQuantity } = event;
    record.take({ name: originalClientOrderId || newClientOrderId, status: orderStatus, filled: totalTradeQuantity });
  });
  const { lastUpdateId, bids, asks } = await client.book({ symbol, limit: 5000 });
  book.begin({ lastUpdateId, bids: levels(bids), asks: levels(asks) });

  const order = ({ id, side, price, quantity }) =>
    client.order({ symbol, side, type: 'LIMIT', price, quantity, newClientOrderId: id });
  return {
    place: (given) => order(given).then(() => ({})),
    cancel: ({ id }) => client.cancelOrder({ symbol, origClientOrderId: id }).then(() => ({})),
    refuse: (given) =>
      order(given).then(
        () => ({ code: 'none' }),
        ({ code }) => ({ code }),
      ),
    book: () => book.view(),
    orders: () => ({ orders: record.orders }),
    candle: () => ({ candle }),
  };
});
