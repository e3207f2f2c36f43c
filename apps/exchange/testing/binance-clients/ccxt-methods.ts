import { expect } from 'vitest';
import { amount, lowPrice, rest, symbol, trade, tradePrice, type CcxtScene, type Check } from './ccxt-scene.ts';
import { servedBySockets } from './ccxt-sockets.ts';

/** Fills the other's offer by one of the methods that place orders at the market's price. */
async function filledBy({ other }: CcxtScene, side: 'buy' | 'sell', place: () => Promise<unknown>): Promise<void> {
  const opposite = side === 'buy' ? 'sell' : 'buy';
  await other.createOrder(symbol, 'limit', opposite, amount, tradePrice);
  expect(await place()).toMatchObject({ status: 'closed', filled: amount, average: tradePrice });
}

async function restsAndIsCancelled({ bot }: CcxtScene, place: () => Promise<unknown>): Promise<void> {
  const { id } = (await place()) as { readonly id: string };
  expect(await bot.fetchOrder(id, symbol)).toMatchObject({ id, status: 'open', symbol });
  expect(await bot.cancelOrder(id, symbol)).toMatchObject({ id, status: 'canceled' });
}

const reading: Readonly<Record<string, Check>> = {
  fetchTime: async ({ bot }) => expect(Math.abs(((await bot.fetchTime()) ?? 0) - Date.now())).toBeLessThan(10_000),
  fetchStatus: async ({ bot }) => expect(await bot.fetchStatus()).toMatchObject({ status: 'ok' }),
  fetchMarkets: async ({ bot }) =>
    expect((await bot.fetchMarkets()).find((market) => market?.symbol === symbol)).toMatchObject({
      base: 'BTC',
      quote: 'USDT',
      spot: true,
      active: true,
      precision: { price: expect.any(Number) as unknown, amount: expect.any(Number) as unknown },
    }),
  fetchCurrencies: async ({ bot }) => expect(await bot.fetchCurrencies()).toMatchObject({ BTC: { code: 'BTC' } }),
  fetchTicker: async (scene) => {
    await trade(scene);
    expect(await scene.bot.fetchTicker(symbol)).toMatchObject({ symbol, last: tradePrice });
  },
  fetchTickers: async ({ bot }) => expect(await bot.fetchTickers()).toHaveProperty(symbol),
  fetchLastPrices: async ({ bot }) => expect(await bot.fetchLastPrices()).toHaveProperty(symbol),
  fetchBidsAsks: async (scene) => {
    await rest(scene);
    expect(await scene.bot.fetchBidsAsks([symbol])).toMatchObject({ [symbol]: { bid: lowPrice } });
    await scene.bot.cancelAllOrders(symbol);
  },
  fetchOrderBook: async (scene) => {
    await rest(scene);
    expect((await scene.bot.fetchOrderBook(symbol)).bids).toContainEqual([lowPrice, amount]);
    await scene.bot.cancelAllOrders(symbol);
  },
  fetchL2OrderBook: async ({ bot }) => expect(await bot.fetchL2OrderBook(symbol)).toHaveProperty('asks'),
  fetchTrades: async (scene) => {
    await trade(scene);
    expect((await scene.bot.fetchTrades(symbol)).at(-1)).toMatchObject({ price: tradePrice, amount, side: 'buy' });
  },
  fetchOHLCV: async (scene) => {
    await trade(scene);
    expect((await scene.bot.fetchOHLCV(symbol, '1m')).at(-1)?.[4]).toBe(tradePrice);
  },
  fetchBalance: async ({ bot }) => {
    const { total, free, used } = (await bot.fetchBalance()) as unknown as Record<string, Record<string, number>>;
    expect(total?.['USDT']).toBeGreaterThan(0);
    expect((free?.['USDT'] ?? 0) + (used?.['USDT'] ?? 0)).toBeCloseTo(total?.['USDT'] ?? 0, 6);
  },
  fetchTradingFee: async ({ bot }) =>
    expect(await bot.fetchTradingFee(symbol)).toMatchObject({ symbol, taker: expect.any(Number) as unknown }),
  fetchTradingFees: async ({ bot }) => expect(await bot.fetchTradingFees()).toHaveProperty(symbol),
  fetchDepositWithdrawFees: async ({ bot }) => expect(await bot.fetchDepositWithdrawFees()).toHaveProperty('USDT'),
  fetchDepositWithdrawFee: async ({ bot }) =>
    expect(await bot.fetchDepositWithdrawFee('USDT')).toHaveProperty('withdraw'),
  fetchTradingLimits: async ({ bot }) => expect(await bot.fetchTradingLimits([symbol])).toHaveProperty(symbol),
};

const ownOrders: Readonly<Record<string, Check>> = {
  fetchOrder: async (scene) => {
    const { id = '' } = await trade(scene);
    expect(await scene.bot.fetchOrder(id, symbol)).toMatchObject({ id, status: 'closed', filled: amount });
  },
  fetchOrders: async (scene) => {
    const { id = '' } = await trade(scene);
    expect((await scene.bot.fetchOrders(symbol)).map((order) => order.id)).toContain(id);
  },
  fetchOpenOrders: async (scene) => {
    const { id = '' } = await rest(scene);
    expect((await scene.bot.fetchOpenOrders(symbol)).map((order) => order.id)).toEqual([id]);
    expect(await scene.bot.cancelAllOrders(symbol)).toHaveLength(1);
    expect(await scene.bot.fetchOpenOrders(symbol)).toEqual([]);
  },
  fetchClosedOrders: async (scene) => {
    const { id = '' } = await trade(scene);
    expect((await scene.bot.fetchClosedOrders(symbol)).map((order) => order.id)).toContain(id);
  },
  fetchCanceledOrders: async (scene) => {
    const { id = '' } = await rest(scene);
    await scene.bot.cancelOrder(id, symbol);
    expect((await scene.bot.fetchCanceledOrders(symbol)).map((order) => order.id)).toContain(id);
  },
  fetchCanceledAndClosedOrders: async ({ bot }) =>
    expect((await bot.fetchCanceledAndClosedOrders(symbol)).length).toBeGreaterThan(0),
  fetchMyTrades: async (scene) => {
    const { id = '' } = await trade(scene);
    const mine = (await scene.bot.fetchMyTrades(symbol)).filter((each) => each.order === id);
    expect(mine).toMatchObject([{ amount, price: tradePrice, takerOrMaker: 'taker', side: 'buy' }]);
  },
  fetchOrderTrades: async (scene) => {
    const { id = '' } = await trade(scene);
    expect(await scene.bot.fetchOrderTrades(id, symbol)).toMatchObject([{ order: id, amount }]);
  },
};

const placing: Readonly<Record<string, Check>> = {
  createOrder: (scene) => restsAndIsCancelled(scene, () => rest(scene)),
  createLimitOrder: (scene) =>
    restsAndIsCancelled(scene, () => scene.bot.createLimitOrder(symbol, 'buy', amount, lowPrice)),
  createLimitBuyOrder: (scene) =>
    restsAndIsCancelled(scene, () => scene.bot.createLimitBuyOrder(symbol, amount, lowPrice)),
  createLimitSellOrder: (scene) =>
    restsAndIsCancelled(scene, () => scene.bot.createLimitSellOrder(symbol, amount, 54_000)),
  createPostOnlyOrder: (scene) =>
    restsAndIsCancelled(scene, () => scene.bot.createPostOnlyOrder(symbol, 'limit', 'buy', amount, lowPrice)),
  createStopOrder: (scene) =>
    restsAndIsCancelled(scene, () => scene.bot.createStopOrder(symbol, 'limit', 'sell', amount, 45_000, 45_500)),
  createTriggerOrder: (scene) =>
    restsAndIsCancelled(scene, () => scene.bot.createTriggerOrder(symbol, 'limit', 'sell', amount, 45_000, 45_500)),
  createStopLimitOrder: (scene) =>
    restsAndIsCancelled(scene, () => scene.bot.createStopLimitOrder(symbol, 'sell', amount, 45_000, 45_500)),
  createStopLossOrder: (scene) =>
    restsAndIsCancelled(scene, () => scene.bot.createStopLossOrder(symbol, 'limit', 'sell', amount, 45_000, 45_500)),
  createTakeProfitOrder: (scene) =>
    restsAndIsCancelled(scene, () => scene.bot.createTakeProfitOrder(symbol, 'limit', 'sell', amount, 54_000, 54_500)),
  createMarketOrder: (scene) => filledBy(scene, 'buy', () => scene.bot.createMarketOrder(symbol, 'buy', amount)),
  createMarketBuyOrder: (scene) => filledBy(scene, 'buy', () => scene.bot.createMarketBuyOrder(symbol, amount)),
  createMarketSellOrder: (scene) => filledBy(scene, 'sell', () => scene.bot.createMarketSellOrder(symbol, amount)),
  createMarketOrderWithCost: (scene) =>
    filledBy(scene, 'buy', () => scene.bot.createMarketOrderWithCost(symbol, 'buy', amount * tradePrice)),
  createMarketBuyOrderWithCost: (scene) =>
    filledBy(scene, 'buy', () => scene.bot.createMarketBuyOrderWithCost(symbol, amount * tradePrice)),
  cancelOrder: (scene) => restsAndIsCancelled(scene, () => rest(scene, { clientOrderId: `ccxt-${Date.now()}` })),
  cancelAllOrders: async (scene) => {
    await rest(scene);
    await rest(scene);
    expect(await scene.bot.cancelAllOrders(symbol)).toHaveLength(2);
  },
  editOrder: async (scene) => {
    const { id = '' } = await rest(scene);
    const edited = await scene.bot.editOrder(id, symbol, 'limit', 'buy', amount, lowPrice + 100);
    expect(edited.id).not.toBe(id);
    expect(await scene.bot.fetchOpenOrders(symbol)).toMatchObject([{ id: edited.id, price: lowPrice + 100 }]);
    await scene.bot.cancelOrder(edited.id ?? '', symbol);
  },
};

/** The unified methods that our spot market serves, each with its check. */
export const served: Readonly<Record<string, Check>> = {
  ...reading,
  ...ownOrders,
  ...placing,
  ...servedBySockets,
};
