import { invalidCombination } from '../../errors.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { integer, symbol } from '../param-types.ts';
import { optional, required } from '../params.ts';
import { listIdOf, statusAnswer } from './order-answer.ts';
import { showOrders } from './show-orders.ts';
import { rangeParams, requireDay } from './time-range.ts';
import { tradeAnswer } from './trade-answer.ts';
import type { TradingParts } from './trading-parts.ts';

/** What a further part of a long past costs, of which a market's orders are few. */
export const partWeight = 45;

/** Reads of all orders and fills of a market, by number or time. */
export function historyReads(parts: TradingParts): readonly BinanceCall[] {
  const { symbols, service } = parts;
  const { orders, readFills } = service;
  const all = signedCall({
    rest: ['GET', '/api/v3/allOrders'],
    ws: 'allOrders',
    right: 'read',
    weight: 20,
    isHeavy: true,
    params: { symbol: required(symbol), orderId: optional(integer()), ...rangeParams },
    handle: async ({ symbol: name, orderId, startTime, endTime, limit }, { customer, at, pay }) => {
      const { view } = symbols.find(name);
      requireDay(startTime, endTime);
      const query = { owner: customer.id, market: view.id, fromId: orderId, from: startTime, to: endTime, limit };
      return (await showOrders(parts, await orders.list(query, () => pay(partWeight)), at)).map(statusAnswer);
    },
  });
  const trades = signedCall({
    rest: ['GET', '/api/v3/myTrades'],
    ws: 'myTrades',
    right: 'read',
    weight: ({ orderId }) => (orderId === undefined ? 20 : 5),
    isHeavy: true,
    params: { symbol: required(symbol), orderId: optional(integer()), fromId: optional(integer()), ...rangeParams },
    handle: async ({ symbol: name, orderId, fromId, startTime, endTime, limit }, { customer, at }) => {
      const market = symbols.find(name);
      if ((orderId ?? fromId) !== undefined && (startTime ?? endTime) !== undefined) throw invalidCombination();
      requireDay(startTime, endTime);
      const fills = await readFills({
        owner: customer.id,
        market: market.view.id,
        orderId,
        fromTrade: fromId,
        from: startTime,
        to: endTime,
        limit,
      });
      const ids = [...new Set(fills.map((fill) => fill.orderId))];
      const shown = await showOrders(parts, await orders.byIds(customer.id, ids), at);
      const lists = new Map(shown.map((one) => [one.order.orderId, listIdOf(one)]));
      return fills.map((fill) => tradeAnswer(fill, { market, listId: lists.get(fill.orderId) ?? -1, at }));
    },
  });
  return [all, trades];
}
