import { calls } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestExchange } from '../test-exchange.ts';
import { newTrader, startClientsExchange, type Trader } from './scene.ts';
import { connectBinanceConnector } from './snippets/binance-connector.ts';
import { connectNodeBinanceApi } from './snippets/node-binance-api.ts';

let exchange: TestExchange;
let url: string;
let anna: Trader;
let ben: Trader;
const symbol = 'BTCUSDT';
const oco = {
  aboveType: 'LIMIT_MAKER',
  abovePrice: 52_000,
  belowType: 'STOP_LOSS_LIMIT',
  belowStopPrice: 48_000,
  belowPrice: 47_900,
  belowTimeInForce: 'GTC',
};

beforeAll(async () => {
  exchange = await startClientsExchange();
  url = exchange.url.replace('localhost', '127.0.0.1');
  [anna, ben] = [await newTrader(exchange, 'anna'), await newTrader(exchange, 'ben')];
}, 120_000);
afterAll(() => exchange.stop());

/** Trades that go on until a stream has shown one. */
async function tradeUntil(isShown: () => boolean): Promise<void> {
  for (let index = 0; !isShown(); index++) {
    for (const [{ customer }, side] of [[ben, 'sell'] as const, [anna, 'buy'] as const]) {
      const clientOrderId = `${side}-${index}-${Date.now()}`;
      const order = { symbol: 'BTC/USDT', type: 'limit', price: '50000', quantity: '0.0002' } as const;
      await customer.call(calls.trade.create, { ...order, side, clientOrderId });
    }
  }
}

describe('@binance/connector', { timeout: 120_000 }, () => {
  const connect = () => connectBinanceConnector(url, anna.key.key.id, anna.key.secret);

  test('places, lists and cancels orders and OCO lists', async () => {
    const { client } = connect();
    const order = { price: '45000', quantity: 0.001, timeInForce: 'GTC', newClientOrderId: 'connector' };
    const placed = await client.newOrder(symbol, 'BUY', 'LIMIT', order);
    expect(placed.data).toMatchObject({ clientOrderId: 'connector', status: 'NEW' });
    expect((await client.openOrders({ symbol })).data).toHaveLength(1);
    const cancelled = await client.cancelOrder(symbol, { origClientOrderId: 'connector' });
    expect(cancelled.data).toMatchObject({ status: 'CANCELED' });
    const { aboveType, belowType, ...prices } = oco;
    const list = await client.newOCOOrder(symbol, 'SELL', 0.001, aboveType, belowType, prices);
    expect(list.data).toMatchObject({ contingencyType: 'OCO', listOrderStatus: 'EXECUTING' });
    expect((await client.cancelOpenOrders(symbol)).data).toMatchObject([{ listOrderStatus: 'ALL_DONE' }]);
    expect((await client.account()).data).toMatchObject({ accountType: 'SPOT', canTrade: true });
  });

  test('follows trades', async () => {
    const texts: string[] = [];
    const streams = connect().streamsWith({ message: (text: string) => texts.push(text) });
    streams.aggTrade(symbol.toLowerCase());
    await tradeUntil(() => texts.length > 0);
    streams.disconnect();
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ e: 'aggTrade', s: symbol, p: '50000.00000000' });
    expect((await connect().client.myTrades(symbol)).data).toContainEqual(
      expect.objectContaining({ price: '50000.00000000' }),
    );
  });
});

describe('node-binance-api', { timeout: 120_000 }, () => {
  const connect = () => connectNodeBinanceApi(url, anna.key.key.id, anna.key.secret);

  test('places, lists and cancels orders and OCO lists', async () => {
    const client = connect();
    expect(await client.buy(symbol, 0.001, 45_000, { newClientOrderId: 'node' })).toMatchObject({
      clientOrderId: 'node',
      status: 'NEW',
    });
    expect(await client.openOrders(symbol)).toMatchObject([{ clientOrderId: 'node' }]);
    expect(await client.ocoOrder('SELL', symbol, 0.001, oco)).toMatchObject({ contingencyType: 'OCO' });
    expect(await client.cancelAll(symbol)).toHaveLength(2);
    expect(await client.openOrders(symbol)).toEqual([]);
    expect(await client.balance()).toHaveProperty('USDT.available');
  });

  test('follows trades, and reads prices, depth and candles', async () => {
    const client = connect();
    const trades: unknown[] = [];
    const endpoint: unknown = client.tradesStream([symbol], (trade: unknown) => trades.push(trade));
    await tradeUntil(() => trades.length > 0);
    client.terminate(String(endpoint));
    expect(trades[0]).toMatchObject({ e: 'trade', s: symbol, p: '50000.00000000' });
    expect(await client.prices(symbol)).toEqual({ [symbol]: 50_000 });
    expect(await client.depth(symbol)).toMatchObject({ symbol });
    expect(await client.candlesticks(symbol, '1m')).not.toEqual([]);
  });
});
