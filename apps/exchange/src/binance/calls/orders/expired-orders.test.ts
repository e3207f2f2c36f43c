import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Query } from '../../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../../../../testing/test-ws-api.ts';
import { waitFor } from '../../../../testing/wait-for.ts';

let exchange: TestExchange;
let trader: TestTrader;
let api: TestWsApi;
let signer: ApiSigner;

beforeAll(async () => {
  exchange = await startTestExchange();
  trader = await createTestTrader(exchange, 'trader', { BTC: '0.4', USDT: '50000' });
  api = await connectWsApi(exchange.url);
  signer = { apiKey: trader.key.key.id, secret: trader.key.secret };
  await api.askSigned(signer, 'userDataStream.subscribe.signature');
});
afterAll(async () => {
  api.socket.close();
  await exchange.stop();
});

interface Answer {
  readonly orderId: number;
  readonly transactTime: number;
}
const symbol = 'BTCUSDT';
const limit = { symbol, side: 'BUY', type: 'LIMIT', quantity: '0.001', price: '90000' };
const rows: readonly (readonly [string, Query, string])[] = [
  ['a fill-or-kill order', { ...limit, timeInForce: 'FOK' }, 'UNFILLED_FOK_ORDER_EXPIRED'],
  ['an immediate-or-cancel order', { ...limit, timeInForce: 'IOC' }, 'UNFILLED_IOC_QUANTITY_EXPIRED'],
  ['a market buy', { symbol, side: 'BUY', type: 'MARKET', quantity: '0.001' }, 'INSUFFICIENT_LIQUIDITY'],
  ['a market buy by amount', { symbol, side: 'BUY', type: 'MARKET', quoteOrderQty: '100' }, 'INSUFFICIENT_LIQUIDITY'],
  ['a market sell', { symbol, side: 'SELL', type: 'MARKET', quantity: '0.001' }, 'INSUFFICIENT_LIQUIDITY'],
];

test.each(rows)(
  '%s that nothing can fill expires, for both doors, all reads and the stream',
  async (_what, query, why) => {
    const expired = {
      status: 'EXPIRED',
      executedQty: '0.00000000',
      cummulativeQuoteQty: '0.00000000',
      expiryReason: why,
    };
    const full = await trader.done<Answer>('POST', 'order', { ...query, newOrderRespType: 'FULL' });
    expect(full).toMatchObject({ ...expired, fills: [] });
    const result = await trader.done<Answer>('POST', 'order', { ...query, newOrderRespType: 'RESULT' });
    expect(result).toMatchObject(expired);
    const ack = await trader.done<Answer>('POST', 'order', { ...query, newOrderRespType: 'ACK' });
    expect(ack).not.toHaveProperty('status');
    const socket = await api.askSigned(signer, 'order.place', { ...query, newOrderRespType: 'RESULT' });
    expect(socket).toMatchObject({ status: 200, result: expired });
    expect(await trader.done('POST', 'order/test', query)).toEqual({});

    const ids = [full, result, ack, socket.result as Answer].map(({ orderId }) => orderId);
    for (const orderId of ids) {
      expect(await trader.done('GET', 'order', { symbol, orderId })).toMatchObject({ orderId, ...expired });
    }
    const all = await trader.done<Answer[]>('GET', 'allOrders', { symbol, orderId: ids[0] ?? 0 });
    expect(all).toMatchObject(ids.map((orderId) => ({ orderId, ...expired })));
    expect(await trader.done('GET', 'openOrders', { symbol })).toEqual([]);
    for (const orderId of ids) {
      const reports = () => api.events.map(({ event }) => event).filter(({ i }) => i === orderId);
      await waitFor(() => expect(reports()).toHaveLength(2));
      expect(reports()).toMatchObject([
        { x: 'NEW', X: 'NEW', z: '0.00000000' },
        { x: 'EXPIRED', X: 'EXPIRED', eR: why, z: '0.00000000', l: '0.00000000' },
      ]);
    }
    const { accounts } = await trader.customer.call(calls.assets.overview, {});
    expect(accounts.coin.filter(({ frozen }) => Number(frozen) > 0)).toEqual([]);
  },
);

test('an order without the money is refused first, and the native calls refuse what can’t be filled', async () => {
  const tooMuch = { ...limit, timeInForce: 'FOK', quantity: '2' };
  expect(await trader.ask('POST', '/api/v3/order', tooMuch)).toMatchObject({ status: 400, body: { code: -2010 } });
  const native = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90000', quantity: '0.001' } as const;
  const placing = trader.customer.call(calls.trade.create, { ...native, timeInForce: 'FOK', clientOrderId: 'native' });
  await expect(placing).rejects.toMatchObject({ code: expect.any(Number) as number });
});
