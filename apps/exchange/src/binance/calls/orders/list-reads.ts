import { invalidCombination } from '../../errors.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { integer } from '../param-types.ts';
import { optional } from '../params.ts';
import { partWeight } from './history-reads.ts';
import { createListFinder, requireListName } from './find-lists.ts';
import { listAnswer } from './list-answer.ts';
import { noSuchOrder } from './order-errors.ts';
import { clientId } from './order-params.ts';
import { rangeParams, requireDay } from './time-range.ts';
import type { TradingParts } from './trading-parts.ts';

/** Reads of order lists. */
export function listReads(parts: TradingParts): readonly BinanceCall[] {
  const { directory, service } = parts;
  const { orders } = service;
  const lists = createListFinder(parts);
  const status = signedCall({
    rest: ['GET', '/api/v3/orderList'],
    ws: 'orderList.status',
    right: 'read',
    weight: 4,
    params: { orderListId: optional(integer()), origClientOrderId: optional(clientId) },
    handle: async ({ orderListId, origClientOrderId }, { customer, at }) => {
      const name = { listId: orderListId, listClientId: origClientOrderId };
      requireListName(name, 'origClientOrderId');
      const pair = await lists.find(customer.id, name);
      if (pair === null) throw noSuchOrder();
      return listAnswer(directory, pair, { at });
    },
  });
  const open = signedCall({
    rest: ['GET', '/api/v3/openOrderList'],
    ws: 'openOrderLists.status',
    right: 'read',
    weight: 6,
    params: {},
    handle: async (_input, { customer, at }) => {
      const pairs = await lists.pairsOf(orders.openOrders(customer.id).toReversed());
      return pairs.map((pair) => listAnswer(directory, pair, { at }));
    },
  });
  const all = signedCall({
    rest: ['GET', '/api/v3/allOrderList'],
    ws: 'allOrderLists',
    right: 'read',
    weight: 20,
    isHeavy: true,
    params: { fromId: optional(integer()), ...rangeParams },
    handle: async ({ fromId, startTime, endTime, limit }, { customer, at, pay }) => {
      if (fromId !== undefined && (startTime ?? endTime) !== undefined) throw invalidCombination();
      requireDay(startTime, endTime);
      const query = { owner: customer.id, fromId, from: startTime, to: endTime, limit };
      const stops = await orders.listStops(query, () => pay(partWeight));
      return (await lists.pairsOf(stops)).map((pair) => listAnswer(directory, pair, { at }));
    },
  });
  return [status, open, all];
}
