import { cancelIdIn } from '../../cancel-id.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { integer, symbol } from '../param-types.ts';
import { optional, required } from '../params.ts';
import { createListFinder, requireListName } from './find-lists.ts';
import { listAnswer } from './list-answer.ts';
import { cancelAnswer } from './order-answer.ts';
import { cancelError, cancelRefused, tradingError, unknownOrder } from './order-errors.ts';
import { clientId } from './order-params.ts';
import type { TradingParts } from './trading-parts.ts';

/** Cancels both orders of a list. */
export function listCancelCall(parts: TradingParts): BinanceCall {
  const { symbols, directory, service } = parts;
  const { trading } = service;
  const lists = createListFinder(parts);
  return signedCall({
    rest: ['DELETE', '/api/v3/orderList'],
    ws: 'orderList.cancel',
    right: 'trade',
    weight: 1,
    params: {
      symbol: required(symbol),
      orderListId: optional(integer()),
      listClientOrderId: optional(clientId),
      newClientOrderId: optional(clientId),
    },
    handle: async (input, { customer, at }) => {
      const { view } = symbols.find(input.symbol);
      const name = { listId: input.orderListId, listClientId: input.listClientOrderId };
      requireListName(name, 'listClientOrderId');
      const pair = await lists.find(customer.id, name);
      const open = pair?.find(({ state }) => state === 'processing');
      if (!pair || !open || open.command.market !== view.id) throw cancelRefused(unknownOrder);
      const { orderId } = open;
      const clientOrderId = input.newClientOrderId ?? '';
      const command = { type: 'cancel', owner: customer.id, orderId, clientOrderId } as const;
      const outcome = await trading.cancel(command).catch((error: unknown) => {
        throw tradingError(error, parts);
      });
      if (outcome.kind === 'rejected') throw cancelError(outcome.reason);
      return listAnswer(directory, pair, {
        at,
        report: (shown) => cancelAnswer(shown, cancelIdIn(command, shown.order.orderId)),
      });
    },
  });
}
