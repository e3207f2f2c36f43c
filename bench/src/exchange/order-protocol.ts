import { createPrivateKey, sign } from 'node:crypto';
import type { Side, Trader } from './orders.ts';

/** How a socket's protocol logs in and places an order. */
export interface OrderProtocol {
  readonly path: string;
  logIn(trader: Trader): string;
  /** An order's message; `number` names it. */
  order(side: Side, clientOrderId: string, number: string): string;
  /** What the answer to an accepted order has. */
  readonly accepted: string;
}

export const nativeProtocol: OrderProtocol = {
  path: '/ws',
  logIn: ({ token }) => JSON.stringify({ op: 'auth', token }),
  order: (side, clientOrderId, number) => `{"op":"create","id":${number},"params":${nativeOrder(side, clientOrderId)}}`,
  accepted: '"code":200,"message":"OK","data":{"id"',
};

export function nativeOrder(side: Side, clientOrderId: string): string {
  return `{"clientOrderId":"${clientOrderId}","symbol":"BTC/USDT","side":"${side}","type":"limit","price":"97000.1","quantity":"0.0001","selfTrade":"cancelOldest"}`;
}

/** Binance's WebSocket API, on sockets that log in once. */
export const binanceProtocol: OrderProtocol = {
  path: '/ws-api/v3',
  logIn: ({ key }) => {
    if (!key) throw new Error('a trader needs a key for this protocol');
    const timestamp = Date.now();
    const text = Buffer.from(`apiKey=${key.id}&timestamp=${timestamp}`);
    const signature = sign(null, text, createPrivateKey(key.secret)).toString('base64');
    return JSON.stringify({ id: 0, method: 'session.logon', params: { apiKey: key.id, timestamp, signature } });
  },
  order: (side, clientOrderId, number) =>
    `{"id":${number},"method":"order.place","params":{"symbol":"BTCUSDT","side":"${side.toUpperCase()}","type":"LIMIT","timeInForce":"GTC","price":"97000.1","quantity":"0.0001","newClientOrderId":"${clientOrderId}","selfTradePreventionMode":"EXPIRE_MAKER","recvWindow":60000,"timestamp":${Date.now()}}}`,
  accepted: '"status":200,"result":{"symbol"',
};
