import { calls } from '@fft/contract';
import { SpotRestAPI, SpotWebsocketAPI, type Spot } from '@binance/spot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestExchange } from '../test-exchange.ts';
import { followBook } from './follow-book.ts';
import { startLoad } from './load.ts';
import { newTrader, startClientsExchange, type Trader } from './scene.ts';
import { connectBinanceSpot } from './snippets/binance-spot.ts';

let exchange: TestExchange;
let anna: Trader;
let ben: Trader;
let client: Spot;
const symbol = 'BTCUSDT';

beforeAll(async () => {
  exchange = await startClientsExchange();
  [anna, ben] = [await newTrader(exchange, 'anna', 'ed25519'), await newTrader(exchange, 'ben')];
  client = connectBinanceSpot(exchange.url.replace('localhost', '127.0.0.1'), anna.key.key.id, anna.key.privateKey);
}, 120_000);
afterAll(() => exchange.stop());

const order = (side: 'buy' | 'sell', clientOrderId: string) =>
  ({ symbol: 'BTC/USDT', side, type: 'limit', price: '50000', quantity: '0.001', clientOrderId }) as const;
const dataOf = async <T>(answer: Promise<{ data(): Promise<T> }>): Promise<T> => (await answer).data();
const { NewOrderSideEnum, NewOrderTypeEnum, NewOrderTimeInForceEnum } = SpotRestAPI;
const { OrderListOcoSideEnum, OrderListOcoAboveTypeEnum, OrderListOcoBelowTypeEnum, OrderListOcoBelowTimeInForceEnum } =
  SpotRestAPI;

describe('@binance/spot over REST', { timeout: 120_000 }, () => {
  test('reads time, markets and account', async () => {
    const { serverTime } = await dataOf(client.restAPI.time());
    expect(Math.abs(Number(serverTime) - Date.now())).toBeLessThan(10_000);
    const { symbols } = await dataOf(client.restAPI.exchangeInfo({ symbol }));
    expect(symbols).toMatchObject([{ symbol, status: 'TRADING', baseAsset: 'BTC', quoteAsset: 'USDT' }]);
    const { balances } = await dataOf(client.restAPI.getAccount());
    expect(balances?.find(({ asset }) => asset === 'USDT')?.free).toMatch(/^\d+\.\d+$/);
  });

  test('places, reads, replaces and cancels an order', async () => {
    const { BUY } = NewOrderSideEnum;
    const terms = { symbol, side: BUY, type: NewOrderTypeEnum.LIMIT, timeInForce: NewOrderTimeInForceEnum.GTC };
    const wanted = { ...terms, quantity: 0.001, price: 45_000, newClientOrderId: 'by-rest' };
    const placed = await dataOf(client.restAPI.newOrder(wanted));
    expect(placed).toMatchObject({ symbol, clientOrderId: 'by-rest', status: 'NEW', executedQty: '0.00000000' });
    expect(await dataOf(client.restAPI.getOrder({ symbol, origClientOrderId: 'by-rest' }))).toMatchObject({
      orderId: placed.orderId,
    });
    const replaced = await dataOf(
      client.restAPI.orderCancelReplace({
        symbol,
        side: SpotRestAPI.OrderCancelReplaceSideEnum.BUY,
        type: SpotRestAPI.OrderCancelReplaceTypeEnum.LIMIT,
        timeInForce: SpotRestAPI.OrderCancelReplaceTimeInForceEnum.GTC,
        cancelReplaceMode: SpotRestAPI.OrderCancelReplaceCancelReplaceModeEnum.STOP_ON_FAILURE,
        cancelOrigClientOrderId: 'by-rest',
        newClientOrderId: 'replaced',
        quantity: 0.001,
        price: 45_100,
      }),
    );
    expect(replaced).toMatchObject({ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' });
    const open = await dataOf(client.restAPI.getOpenOrders({ symbol }));
    expect(open).toMatchObject([{ clientOrderId: 'replaced', price: '45100.00000000' }]);
    const cancelled = await dataOf(client.restAPI.deleteOrder({ symbol, origClientOrderId: 'replaced' }));
    expect(cancelled).toMatchObject({ origClientOrderId: 'replaced', status: 'CANCELED' });
  });

  test('places and cancels an OCO list', async () => {
    const list = await dataOf(
      client.restAPI.orderListOco({
        symbol,
        side: OrderListOcoSideEnum.SELL,
        quantity: 0.001,
        aboveType: OrderListOcoAboveTypeEnum.LIMIT_MAKER,
        abovePrice: 52_000,
        belowType: OrderListOcoBelowTypeEnum.STOP_LOSS_LIMIT,
        belowStopPrice: 48_000,
        belowPrice: 47_900,
        belowTimeInForce: OrderListOcoBelowTimeInForceEnum.GTC,
        listClientOrderId: 'pair',
      }),
    );
    expect(list).toMatchObject({ contingencyType: 'OCO', listOrderStatus: 'EXECUTING', listClientOrderId: 'pair' });
    expect(list.orderReports).toHaveLength(2);
    expect(await dataOf(client.restAPI.openOrderList())).toHaveLength(1);
    const ended = await dataOf(client.restAPI.deleteOrderList({ symbol, listClientOrderId: 'pair' }));
    expect(ended).toMatchObject({ listOrderStatus: 'ALL_DONE' });
    expect(await dataOf(client.restAPI.getOpenOrders({ symbol }))).toEqual([]);
  });
});

describe('@binance/spot over the WebSocket API', { timeout: 120_000 }, () => {
  test('logs in, places orders, and receives the events of orders, lists and balances', async () => {
    const connection = await client.websocketAPI.connect();
    await connection.sessionLogon();
    const { stream } = await connection.userDataStreamSubscribe();
    const events: Readonly<Record<string, unknown>>[] = [];
    stream.on('message', (event) => void events.push(event as unknown as Readonly<Record<string, unknown>>));
    const { OrderPlaceSideEnum, OrderPlaceTypeEnum, OrderPlaceTimeInForceEnum } = SpotWebsocketAPI;
    await ben.customer.call(calls.trade.create, order('sell', 'offered'));
    const { data } = await connection.orderPlace({
      symbol,
      side: OrderPlaceSideEnum.BUY,
      type: OrderPlaceTypeEnum.LIMIT,
      timeInForce: OrderPlaceTimeInForceEnum.GTC,
      quantity: 0.001,
      price: 50_000,
      newClientOrderId: 'bought',
    });
    expect(data).toMatchObject({ clientOrderId: 'bought', status: 'FILLED', executedQty: '0.00100000' });
    await expect.poll(() => events.map(({ e }) => e)).toContain('outboundAccountPosition');
    const reports = events.filter(({ e }) => e === 'executionReport');
    expect(reports.map(({ x }) => x)).toEqual(['NEW', 'TRADE']);
    expect(reports[1]).toMatchObject({
      s: symbol,
      c: 'bought',
      S: 'BUY',
      X: 'FILLED',
      l: '0.00100000',
      L: '50000.00000000',
    });
    const all = await dataOf(client.restAPI.myTrades({ symbol }));
    expect(all.at(-1)).toMatchObject({ id: reports[1]?.['t'], orderId: data.orderId, isMaker: false });
    await connection.disconnect();
  });
});

describe('@binance/spot on market streams', { timeout: 120_000 }, () => {
  test('keeps a local order book by U and u under load that never differs from the depth of REST', async () => {
    const load = startLoad([anna.customer, ben.customer], 'BTC/USDT', 50_000);
    const book = await followBook(client, symbol);
    const until = performance.now() + 8_000;
    let compared = 0;
    while (performance.now() < until) {
      expect(await book.compare()).toEqual([]);
      compared += 1;
    }
    await load.stop();
    await book.stop();
    expect(compared).toBeGreaterThan(5);
    expect(book.events()).toBeGreaterThan(10);
  });
});
