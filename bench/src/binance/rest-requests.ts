import { createHmac } from 'node:crypto';
import { numberText, turnOf, type Trader } from '../exchange/orders.ts';
import type { RestLoad } from './rest-load.ts';

type Requests = Pick<RestLoad, 'next' | 'accepted'>;

/** A request may be slow on a busy machine. */
const recvWindow = 60_000;

/** Reads of the first trader's account. */
export function accountRequests([trader]: readonly Trader[]): Requests {
  const { id, sign } = signerOf(trader);
  return {
    accepted: '{"makerCommission"',
    next: () => {
      const query = sign('omitZeroBalances=true');
      return `GET /api/v3/account?${query} HTTP/1.1\r\nhost: localhost\r\nconnection: keep-alive\r\nx-mbx-apikey: ${id}\r\n\r\n`;
    },
  };
}

/** Orders of all traders, who trade with each other; in the body, as ccxt sends them. */
export function orderRequests(traders: readonly Trader[]): Requests {
  const run = Date.now().toString(36);
  let count = 0;
  return {
    accepted: '{"symbol":"BTCUSDT","orderId"',
    next: () => {
      count += 1;
      const order = turnOf(traders, count);
      const { id, sign } = signerOf(order);
      const body = sign(
        `symbol=BTCUSDT&side=${order.side.toUpperCase()}&type=LIMIT&timeInForce=GTC&price=97000.1&quantity=0.0001&newClientOrderId=${run}-${numberText(count)}&selfTradePreventionMode=EXPIRE_MAKER`,
      );
      return `POST /api/v3/order HTTP/1.1\r\nhost: localhost\r\nconnection: keep-alive\r\nx-mbx-apikey: ${id}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    },
  };
}

function signerOf(trader: Trader | undefined) {
  if (!trader?.key) throw new Error('a load needs traders with keys');
  const { id, secret } = trader.key;
  const sign = (text: string): string => {
    const stamped = `${text}&recvWindow=${recvWindow}&timestamp=${Date.now()}`;
    return `${stamped}&signature=${createHmac('sha256', secret).update(stamped).digest('hex')}`;
  };
  return { id, sign };
}
