import { signedCall, type BinanceCall } from '../call.ts';
import { symbol } from '../param-types.ts';
import { optional } from '../params.ts';
import { nameOf, requireFit, requireName } from './name-order.ts';
import { statusAnswer } from './order-answer.ts';
import { noSuchOrder } from './order-errors.ts';
import { nameParams } from './order-params.ts';
import { showOrders } from './show-orders.ts';
import type { TradingParts } from './trading-parts.ts';

/** Reads of one order and of the open ones. */
export function orderReads(parts: TradingParts): readonly BinanceCall[] {
  const { symbols, service } = parts;
  const { orders } = service;
  const status = signedCall({
    rest: ['GET', '/api/v3/order'],
    ws: 'order.status',
    right: 'read',
    weight: 4,
    params: nameParams,
    handle: async (input, { customer, at }) => {
      requireName(input);
      const { view } = symbols.find(input.symbol);
      const order = await orders.find(customer.id, nameOf(input));
      if (order === null) throw noSuchOrder();
      requireFit(order, input, { market: view.id, refusal: noSuchOrder() });
      const [shown] = await showOrders(parts, [order], at);
      return shown && statusAnswer(shown);
    },
  });
  const open = signedCall({
    rest: ['GET', '/api/v3/openOrders'],
    ws: 'openOrders.status',
    right: 'read',
    weight: ({ symbol: name }) => (name === undefined ? 80 : 6),
    params: { symbol: optional(symbol) },
    handle: async ({ symbol: name }, { customer, at }) => {
      const market = name === undefined ? undefined : symbols.find(name).view.id;
      const open = orders.openOrders(customer.id, market).toReversed();
      return (await showOrders(parts, open, at)).map(statusAnswer);
    },
  });
  return [status, open];
}
