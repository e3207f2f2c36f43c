import { SpotWebsocketStreams } from '@binance/spot';
import { connectBinanceSpot } from './binance-spot.ts';
import { LocalBook } from './local-book.js';
import { OrderRecord, serve } from './serve.js';

const symbol = 'BTCUSDT';
const { DiffBookDepthUpdateSpeedEnum, KlineIntervalEnum } = SpotWebsocketStreams;

await serve(async ({ url, apiKey, privateKey }) => {
  const client = connectBinanceSpot(url, apiKey, privateKey);
  const [book, record] = [new LocalBook(), new OrderRecord()];
  let candle = null;
  const streams = await client.websocketStreams.connect();
  const depth = streams.diffBookDepth({
    symbol: symbol.toLowerCase(),
    updateSpeed: DiffBookDepthUpdateSpeedEnum.UPDATE_SPEED_100ms,
  });
  depth.on('message', ({ U, u, b, a }) => book.apply({ first: Number(U), last: Number(u), bids: b, asks: a }));
  const klines = streams.kline({ symbol: symbol.toLowerCase(), interval: KlineIntervalEnum.INTERVAL_1m });
  klines.on('message', ({ k }) => {
    candle = [Number(k.t), k.o, k.h, k.l, k.c, k.v];
  });
  const api = await client.websocketAPI.connect();
  const { stream } = await api.userDataStreamSubscribeSignature();
  stream.on('message', (event) => record.takeReport(event));
  const snapshot = await (await client.restAPI.depth({ symbol, limit: 5000 })).data();
  book.begin({ ...snapshot, lastUpdateId: Number(snapshot.lastUpdateId) });

  const create = ({ id, side, price, quantity }) =>
    client.restAPI.newOrder({
      symbol,
      side,
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: Number(price),
      quantity: Number(quantity),
      newClientOrderId: id,
    });
  return {
    place: (given) => create(given).then(() => ({})),
    cancel: ({ id }) => client.restAPI.deleteOrder({ symbol, origClientOrderId: id }).then(() => ({})),
    refuse: (given) =>
      create(given).then(
        () => ({ code: 'none' }),
        ({ code, message }) => ({ code: code ?? message }),
      ),
    book: () => book.view(),
    orders: () => ({ orders: record.orders }),
    candle: () => ({ candle }),
  };
});
