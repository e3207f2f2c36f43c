import { calls } from '@fft/contract';
import { expect } from 'vitest';
import { type Ask, type Asking, type BinanceSession, symbol } from './session.ts';

const market = { symbol };
const limit = { ...market, type: 'LIMIT', timeInForce: 'GTC' };
const order = 'POST /api/v3/order';
const cancelReplace = 'POST /api/v3/order/cancelReplace';
const amend = 'PUT /api/v3/order/amend/keepPriority';
const stopLimit = { ...limit, type: 'STOP_LOSS_LIMIT', side: 'SELL', price: '90000', stopPrice: '91000' };
const takeProfit = { ...limit, type: 'TAKE_PROFIT_LIMIT', side: 'SELL', price: '99500', stopPrice: '99000' };
const bid = { ...limit, side: 'BUY', price: '96000', quantity: '0.002' };
const pair = { ...market, side: 'SELL', quantity: '0.001' };
const oco = {
  ...pair,
  aboveType: 'LIMIT_MAKER',
  abovePrice: '99000',
  belowType: 'STOP_LOSS_LIMIT',
  belowPrice: '90000',
  belowStopPrice: '91000',
  belowTimeInForce: 'GTC',
};

/** Places, changes and ends orders of every kind in every way, as one bot at one door. Nothing of it stays open. */
export async function playOrders({ world: { li, anna } }: BinanceSession, { ask, door }: Asking): Promise<void> {
  let offers = 0;
  const offer = async (quantity: string, price = '97000', side: 'sell' | 'buy' = 'sell') => {
    const clientOrderId = `offer-${door}-${++offers}`;
    await li.call(calls.trade.create, { symbol: 'BTC/USDT', type: 'limit', side, price, quantity, clientOrderId });
  };
  await offer('0.004');
  await playFilled(ask, offer);
  await playAmended(ask);
  await playStops(ask, offer);
  await li.call(calls.trade.cancelAll, { symbol: 'BTC/USDT' });
  await playReplaced(ask);
  await playExpired(ask);
  await playLists(ask, offer);
  // What trails is placed at the exchange's own doors, and shown at this one.
  const trailing = { type: 'market', side: 'sell', quantity: '0.001', trailBps: 100 } as const;
  await anna.call(calls.trade.create, { symbol: 'BTC/USDT', ...trailing, clientOrderId: `trail-${door}` });
  const labelled = { strategyId: 7, strategyType: 1_000_000 };
  const { orderId = 0 } = await ask(order, { ...bid, ...labelled, icebergQty: '0.001', newOrderRespType: 'RESULT' });
  await ask(amend, { ...market, orderId, newQty: '0.0015' });
  await ask(order, { ...bid, ...labelled });
  await ask(order, { ...stopLimit, quantity: '0.001' });
  await ask('GET /api/v3/openOrders', market);
  await ask('POST /api/v3/orderList/oco', oco);
  await ask('DELETE /api/v3/openOrders', market);
  await ask('DELETE /api/v3/order', { ...market, orderId }, 400);
}

type Offer = (quantity: string, price?: string, side?: 'sell' | 'buy') => Promise<void>;

async function playFilled(ask: Ask, offer: Offer): Promise<void> {
  await ask(order, { ...market, type: 'MARKET', side: 'BUY', quantity: '0.002' });
  await ask(order, { ...market, type: 'MARKET', side: 'BUY', quoteOrderQty: '97.12345678' });
  const partly = { ...limit, side: 'BUY', price: '97000', quantity: '0.005' };
  const { orderId } = await ask(order, { ...partly, icebergQty: '0.001', newOrderRespType: 'RESULT' });
  await ask('GET /api/v3/order', { ...market, orderId: orderId ?? 0 });
  // The rest of it trades as a maker, in two parts.
  await offer('0.001');
  await ask('DELETE /api/v3/order', { ...market, orderId: orderId ?? 0, newClientOrderId: 'stopped' });
  const waiting = { ...market, type: 'LIMIT_MAKER', side: 'BUY', price: '96000', quantity: '0.002' };
  for (const newOrderRespType of ['ACK', 'RESULT', 'FULL']) await ask(order, { ...waiting, newOrderRespType });
  await offer('0.006', '96000');
  await ask(order, { ...market, type: 'MARKET', side: 'SELL', quantity: '0.001' });
}

async function playAmended(ask: Ask): Promise<void> {
  const { orderId = 0 } = await ask(order, bid);
  await ask(amend, { ...market, orderId, newQty: '0.001' });
  await ask('GET /api/v3/order/amendments', { ...market, orderId });
  await ask('DELETE /api/v3/order', { ...market, orderId });
}

async function playStops(ask: Ask, offer: Offer): Promise<void> {
  const stop = await ask(order, { ...stopLimit, quantity: '0.001', newOrderRespType: 'RESULT' });
  await ask(amend, { ...market, orderId: stop['orderId'] ?? 0, newQty: '0.0005' });
  await ask(order, { ...takeProfit, quantity: '0.001', newOrderRespType: 'FULL' });
  const atMarket = { ...market, quantity: '0.001', side: 'SELL' };
  await ask(order, { ...atMarket, type: 'STOP_LOSS', stopPrice: '91000', newOrderRespType: 'RESULT' });
  // Triggered by the next trade.
  const near = await ask(order, { ...atMarket, type: 'TAKE_PROFIT', stopPrice: '96500', newOrderRespType: 'RESULT' });
  await offer('0.002', '96400', 'buy');
  await offer('0.001', '96600');
  await ask(order, { ...limit, side: 'BUY', price: '96600', quantity: '0.001' });
  await ask('GET /api/v3/order', { ...market, orderId: near['orderId'] ?? 0 });
  await endEach(ask);
}

async function playReplaced(ask: Ask): Promise<void> {
  const first = await ask(order, bid);
  const mode = { cancelReplaceMode: 'STOP_ON_FAILURE' };
  const other = { ...bid, price: '95990', icebergQty: '0.001', ...mode };
  const done = await ask(cancelReplace, { ...other, cancelOrderId: first['orderId'] ?? 0 });
  const { orderId = 0 } = (done['newOrderResponse'] ?? {}) as { readonly orderId?: number };
  await ask(cancelReplace, { ...other, cancelOrderId: 1 }, 400);
  const either = { ...other, cancelReplaceMode: 'ALLOW_FAILURE' };
  const half = await ask(cancelReplace, { ...either, cancelOrderId: 1 }, 409);
  expect(half).toMatchObject({ code: -2021 });
  // Above what rests: a maker is refused as it arrives.
  const crossing = { ...market, type: 'LIMIT_MAKER', side: 'SELL', price: '95000', quantity: '0.001', ...mode };
  await ask(cancelReplace, { ...crossing, cancelOrderId: orderId }, 409);
  await ask(cancelReplace, { ...crossing, cancelReplaceMode: 'ALLOW_FAILURE', cancelOrderId: 1 }, 400);
  await endEach(ask);
}

async function playExpired(ask: Ask): Promise<void> {
  const unfilled = { ...bid, price: '90000' };
  for (const [timeInForce, newOrderRespType] of [
    ['IOC', 'FULL'],
    ['FOK', 'RESULT'],
  ] as const) {
    const expired = await ask(order, { ...unfilled, timeInForce, newOrderRespType });
    expect(expired).toMatchObject({ status: 'EXPIRED' });
  }
  await ask(order, bid);
  const against = { ...limit, side: 'SELL', price: '96000', quantity: '0.001' };
  expect(await ask(order, against)).toMatchObject({ status: 'EXPIRED_IN_MATCH' });
  await ask(order, { ...against, newOrderRespType: 'RESULT' });
  expect(await ask(order, { ...against, selfTradePreventionMode: 'EXPIRE_MAKER' })).toMatchObject({ status: 'NEW' });
  await endEach(ask);
}

async function playLists(ask: Ask, offer: Offer): Promise<void> {
  for (const newOrderRespType of ['ACK', 'RESULT', 'FULL']) {
    const { orderListId = 0 } = await ask('POST /api/v3/orderList/oco', { ...oco, newOrderRespType });
    await ask('GET /api/v3/orderList', { orderListId });
    await ask('GET /api/v3/openOrderList');
    await ask('DELETE /api/v3/orderList', { ...market, orderListId });
  }
  const legacy = await ask('POST /api/v3/order/oco', { ...pair, price: '99000', stopPrice: '91000' });
  const [leg] = legacy['orders'] as unknown as readonly { readonly orderId: number }[];
  await ask(amend, { ...market, orderId: leg?.orderId ?? 0, newQty: '0.0005' }, 400);
  // A leg goes with its list.
  await ask('DELETE /api/v3/order', { ...market, orderId: leg?.orderId ?? 0 });
  const stops = { belowType: 'STOP_LOSS', belowStopPrice: '91000', aboveType: 'TAKE_PROFIT', aboveStopPrice: '99000' };
  await ask('POST /api/v3/orderList/oco', { ...pair, ...stops });
  await endEach(ask);
  const replaced = await ask('POST /api/v3/orderList/oco', oco);
  const [first] = replaced['orders'] as unknown as readonly { readonly orderId: number }[];
  const replacing = { ...bid, cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: first?.orderId ?? 0 };
  await ask(cancelReplace, replacing);
  await endEach(ask);
  // One leg trades, and the other expires.
  await ask('POST /api/v3/orderList/oco', { ...oco, abovePrice: '98000' });
  await offer('0.001', '98000', 'buy');
}

/** Ends what is open one by one, lists by a leg: sweeps are few in ten seconds. */
async function endEach(ask: Ask): Promise<void> {
  const open = await ask('GET /api/v3/openOrders', market);
  const ended = new Set<number>();
  for (const { orderId, orderListId } of open as unknown as readonly Listed[]) {
    if (!ended.has(orderListId)) await ask('DELETE /api/v3/order', { ...market, orderId });
    if (orderListId !== -1) ended.add(orderListId);
  }
}

interface Listed {
  readonly orderId: number;
  readonly orderListId: number;
}
