import { nameOfOrder } from '../../../ledger/replica/order-record.ts';
import { formatQuantity } from '../../decimals.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { decimal } from '../param-types.ts';
import { optional, required } from '../params.ts';
import { nameOf, requireFit, requireName } from './name-order.ts';
import { resultAnswer, type ShownOrder } from './order-answer.ts';
import { amendError, amendRefused, tradingError, unknownOrder } from './order-errors.ts';
import { nameParams, newClientId } from './order-params.ts';
import { lotsOf } from './place-command.ts';
import type { TradingParts } from './trading-parts.ts';

/** Lowers an open order's quantity; it keeps its place in the queue, and takes another name if it is given one. */
export function amendCall(parts: TradingParts): BinanceCall {
  const { symbols, service, events } = parts;
  const { trading, orders } = service;
  return signedCall({
    rest: ['PUT', '/api/v3/order/amend/keepPriority'],
    ws: 'order.amend.keepPriority',
    right: 'trade',
    weight: 4,
    params: { ...nameParams, newClientOrderId: optional(newClientId), newQty: required(decimal) },
    handle: async (input, { customer, at }) => {
      requireName(input);
      const market = symbols.find(input.symbol);
      const order = orders.openOrder(customer.id, nameOf(input));
      if (order === null) throw amendRefused(unknownOrder);
      requireFit(order, input, { market: market.view.id, refusal: amendRefused(unknownOrder) });
      const name = nameOfOrder(order);
      const { newClientOrderId = name } = input;
      const { priceTicks, quantityLots: before } = order.command;
      const quantityLots = lotsOf(input.newQty, market.view);
      if (quantityLots > before) throw amendRefused('Order amend (quantity increase) is not supported.');
      if (quantityLots === before) throw amendRefused('The requested action would change no state; rejecting.');
      const { orderId } = order;
      const command = {
        type: 'amend',
        owner: customer.id,
        orderId,
        clientOrderId: '',
        priceTicks,
        quantityLots,
        ...(newClientOrderId !== name && { newClientOrderId }),
      } as const;
      const watch = events.watchAmendment(customer.id);
      const amend = async () => trading.amend(await trading.admit(customer), command);
      const outcome = await amend()
        .catch((error: unknown) => {
          throw tradingError(error, parts);
        })
        .finally(() => watch.end());
      if (outcome.kind === 'rejected') throw amendError(outcome.reason);
      if (outcome.kind !== 'done' || outcome.order === null) throw new Error('the amended order has no record');
      return {
        transactTime: at(outcome.order.updated),
        executionId: watch.idOf(outcome.order),
        amendedOrder: amendedAnswer({ order: outcome.order, market, partner: null, at }, name),
      };
    },
  });
}

/** An amendment's answer spells some names unlike other answers. */
function amendedAnswer(shown: ShownOrder, origClientOrderId: string): object {
  const { view } = shown.market;
  const { transactTime: _, origQty, origQuoteOrderQty, cummulativeQuoteQty, ...rest } = resultAnswer(shown);
  return {
    ...rest,
    origClientOrderId,
    qty: origQty,
    preventedQty: formatQuantity(view, 0),
    quoteOrderQty: origQuoteOrderQty,
    cumulativeQuoteQty: cummulativeQuoteQty,
  };
}
