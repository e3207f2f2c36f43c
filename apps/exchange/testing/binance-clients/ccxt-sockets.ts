import type { Balances } from 'ccxt';
import { expect } from 'vitest';
import { amount, lowPrice, symbol, trade, tradePrice, type CcxtScene, type Check } from './ccxt-scene.ts';

/** Orders and reads over Binance's WebSocket API. */
const overSocket: Readonly<Record<string, Check>> = {
  createOrderWs: async ({ bot }) => {
    const { id = '' } = await bot.createOrderWs(symbol, 'limit', 'buy', amount, lowPrice);
    expect(await bot.fetchOrderWs(id, symbol)).toMatchObject({ id, status: 'open' });
    expect(await bot.cancelOrderWs(id, symbol)).toMatchObject({ id, status: 'canceled' });
  },
  createMarketOrderWs: async ({ bot, other }) => {
    await other.createOrder(symbol, 'limit', 'sell', amount, tradePrice);
    expect(await bot.createMarketOrderWs(symbol, 'buy', amount)).toMatchObject({ status: 'closed', filled: amount });
  },
  editOrderWs: async ({ bot }) => {
    const { id = '' } = await bot.createOrderWs(symbol, 'limit', 'buy', amount, lowPrice);
    const edited = await bot.editOrderWs(id, symbol, 'limit', 'buy', amount, lowPrice + 100);
    expect(await bot.fetchOpenOrdersWs(symbol)).toMatchObject([{ id: edited.id, price: lowPrice + 100 }]);
    await bot.cancelOrderWs(edited.id ?? '', symbol);
  },
  cancelOrderWs: async ({ bot }) => {
    const { id = '' } = await bot.createOrder(symbol, 'limit', 'buy', amount, lowPrice);
    expect(await bot.cancelOrderWs(id, symbol)).toMatchObject({ id, status: 'canceled' });
  },
  cancelAllOrdersWs: async ({ bot }) => {
    await bot.createOrder(symbol, 'limit', 'buy', amount, lowPrice);
    await bot.cancelAllOrdersWs(symbol);
    expect(await bot.fetchOpenOrdersWs(symbol)).toEqual([]);
  },
  fetchOrderWs: async (scene) => {
    const { id = '' } = await trade(scene);
    expect(await scene.bot.fetchOrderWs(id, symbol)).toMatchObject({ id, status: 'closed', filled: amount });
  },
  fetchOrdersWs: async (scene) => {
    const { id = '' } = await trade(scene);
    expect((await scene.bot.fetchOrdersWs(symbol)).map((order) => order.id)).toContain(id);
  },
  fetchOpenOrdersWs: async ({ bot }) => {
    const { id = '' } = await bot.createOrder(symbol, 'limit', 'buy', amount, lowPrice);
    expect((await bot.fetchOpenOrdersWs(symbol)).map((order) => order.id)).toEqual([id]);
    await bot.cancelOrder(id, symbol);
  },
  fetchMyTradesWs: async (scene) => {
    const { id = '' } = await trade(scene);
    expect((await scene.bot.fetchMyTradesWs(symbol)).map((each) => each.order)).toContain(id);
  },
  fetchTradesWs: async (scene) => {
    await trade(scene);
    expect((await scene.bot.fetchTradesWs(symbol)).at(-1)).toMatchObject({ price: tradePrice });
  },
  fetchOHLCVWs: async (scene) => {
    await trade(scene);
    expect((await scene.bot.fetchOHLCVWs(symbol, '1m')).at(-1)?.[4]).toBe(tradePrice);
  },
};

/** Awaits what a stream shows next while trades go on. */
async function whileTrading<T>(scene: CcxtScene, watch: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const watched = watch().finally(() => ended.abort());
  const back = { bot: scene.other, other: scene.bot };
  while (!ended.signal.aborted) {
    await trade(scene);
    // What was sold comes back, so that no coin runs out however many trades it takes.
    await trade(back);
  }
  return watched;
}

/** Awaits a balance of this coin: an event names only the coins that changed, and ccxt adds them up. */
async function untilBalanceOf({ bot }: CcxtScene, coin: string): Promise<Balances> {
  for (;;) {
    const balances = await bot.watchBalance();
    if (coin in balances) return balances;
  }
}

/** Ends a subscription that a stream has shown something of. */
async function unWatched(scene: CcxtScene, watch: () => Promise<unknown>, end: () => Promise<unknown>): Promise<void> {
  await whileTrading(scene, watch);
  expect(await end().then(() => 'ended')).toBe('ended');
}

/** Streams of market data and of a customer's events. */
const streams: Readonly<Record<string, Check>> = {
  watchTicker: async (scene) =>
    expect(await whileTrading(scene, () => scene.bot.watchTicker(symbol))).toMatchObject({ last: tradePrice }),
  watchTickers: async (scene) => {
    expect(await whileTrading(scene, () => scene.bot.watchTickers([symbol]))).toHaveProperty(symbol);
    // All tickers come as a list, which ccxt doesn't take out of a frame.
    expect(await whileTrading(scene, () => scene.bot.watchTickers())).toHaveProperty(symbol);
  },
  watchBidsAsks: async (scene) =>
    expect(await whileTrading(scene, () => scene.bot.watchBidsAsks([symbol]))).toHaveProperty(symbol),
  watchOrderBook: async (scene) =>
    expect(await whileTrading(scene, () => scene.bot.watchOrderBook(symbol))).toMatchObject({ symbol }),
  watchOrderBookForSymbols: async (scene) =>
    expect(await whileTrading(scene, () => scene.bot.watchOrderBookForSymbols([symbol]))).toMatchObject({ symbol }),
  watchTrades: async (scene) =>
    expect((await whileTrading(scene, () => scene.bot.watchTrades(symbol))).at(-1)).toMatchObject({
      price: tradePrice,
      amount,
    }),
  watchTradesForSymbols: async (scene) =>
    expect((await whileTrading(scene, () => scene.bot.watchTradesForSymbols([symbol]))).length).toBeGreaterThan(0),
  watchOHLCV: async (scene) =>
    expect((await whileTrading(scene, () => scene.bot.watchOHLCV(symbol, '1m'))).at(-1)?.[4]).toBe(tradePrice),
  watchOHLCVForSymbols: async (scene) =>
    expect(await whileTrading(scene, () => scene.bot.watchOHLCVForSymbols([[symbol, '1m']]))).toHaveProperty(symbol),
  watchBalance: async (scene) =>
    expect(await whileTrading(scene, () => untilBalanceOf(scene, 'USDT'))).toHaveProperty('BTC'),
  watchOrders: async (scene) =>
    expect((await whileTrading(scene, () => scene.bot.watchOrders(symbol))).at(-1)).toMatchObject({ symbol, amount }),
  watchMyTrades: async (scene) =>
    expect((await whileTrading(scene, () => scene.bot.watchMyTrades(symbol))).at(-1)).toMatchObject({ symbol, amount }),
  unWatchTicker: (scene) =>
    unWatched(
      scene,
      () => scene.bot.watchTicker(symbol),
      () => scene.bot.unWatchTicker(symbol),
    ),
  unWatchTickers: (scene) =>
    unWatched(
      scene,
      () => scene.bot.watchTickers([symbol]),
      () => scene.bot.unWatchTickers([symbol]),
    ),
  unWatchOrderBook: (scene) =>
    unWatched(
      scene,
      () => scene.bot.watchOrderBook(symbol),
      () => scene.bot.unWatchOrderBook(symbol),
    ),
  unWatchTrades: (scene) =>
    unWatched(
      scene,
      () => scene.bot.watchTrades(symbol),
      () => scene.bot.unWatchTrades(symbol),
    ),
  unWatchBidsAsks: (scene) =>
    unWatched(
      scene,
      () => scene.bot.watchBidsAsks([symbol]),
      () => scene.bot.unWatchBidsAsks([symbol]),
    ),
  unWatchOrderBookForSymbols: (scene) =>
    unWatched(
      scene,
      () => scene.bot.watchOrderBookForSymbols([symbol]),
      () => scene.bot.unWatchOrderBookForSymbols([symbol]),
    ),
  unWatchTradesForSymbols: (scene) =>
    unWatched(
      scene,
      () => scene.bot.watchTradesForSymbols([symbol]),
      () => scene.bot.unWatchTradesForSymbols([symbol]),
    ),
  unWatchOHLCVForSymbols: (scene) =>
    unWatched(
      scene,
      () => scene.bot.watchOHLCVForSymbols([[symbol, '1m']]),
      () => scene.bot.unWatchOHLCVForSymbols([[symbol, '1m']]),
    ),
  unWatchOHLCV: (scene) =>
    unWatched(
      scene,
      () => scene.bot.watchOHLCV(symbol, '1m'),
      () => scene.bot.unWatchOHLCV(symbol, '1m'),
    ),
};

export const servedBySockets: Readonly<Record<string, Check>> = { ...overSocket, ...streams };
