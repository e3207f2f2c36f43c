import { LocalBook } from './local-book.js';
import { OrderRecord, serve } from './serve.js';
import { connectBinance } from './binance.js';

const symbol = 'BTCUSDT';

await serve(async ({ url, apiKey, secret }) => {
  const { rest, streams, orders } = connectBinance(url, apiKey, secret);
  const [book, record] = [new LocalBook(), new OrderRecord()];
  let candle = null;
  streams.on('message', (event) => {
    if (event.e === 'depthUpdate') book.apply({ first: event.U, last: event.u, bids: event.b, asks: event.a });
    if (event.e === 'kline') candle = [event.k.t, event.k.o, event.k.h, event.k.l, event.k.c, event.k.v];
  });
  orders.getWSClient().on('message', (message) => record.takeReport(message.event ?? message));
  for (const client of [streams, orders.getWSClient()]) client.on('exception', (error) => console.error(error));
  await streams.subscribe(['btcusdt@depth@100ms', 'btcusdt@kline_1m'], 'main');
  await orders.subscribeUserDataStream('mainWSAPI');
  book.begin(await rest.getOrderBook({ symbol, limit: 5000 }));

  const terms = ({ id, side, price, quantity }) => ({
    symbol,
    side,
    type: 'LIMIT',
    timeInForce: 'GTC',
    price,
    quantity,
    newClientOrderId: id,
  });
  let overSocket = false;
  return {
    // Orders go by REST and by the WebSocket API in turns.
    place: async (given) => {
      overSocket = !overSocket;
      if (overSocket) await orders.submitNewSpotOrder({ ...terms(given), timestamp: Date.now() });
      else await rest.submitNewOrder(terms(given));
    },
    cancel: ({ id }) => rest.cancelOrder({ symbol, origClientOrderId: id }).then(() => ({})),
    refuse: (given) =>
      rest.submitNewOrder(terms(given)).then(
        () => ({ code: 'none' }),
        ({ code }) => ({ code }),
      ),
    book: () => book.view(),
    orders: () => ({ orders: record.orders }),
    candle: () => ({ candle }),
  };
});
