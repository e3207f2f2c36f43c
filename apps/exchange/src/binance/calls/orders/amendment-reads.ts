import type { OrdersService } from '../../../orders/index.ts';
import { formatQuantity } from '../../decimals.ts';
import { executionIdOf, placeOfExecution } from '../../user-events/execution-id.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import type { Clock } from '../../clock.ts';
import { integer, limitTo, symbol } from '../param-types.ts';
import { required, withDefault } from '../params.ts';
import type { NamedMarket } from '../../symbols.ts';
import { noSuchOrder } from './order-errors.ts';
import { orderId } from './order-params.ts';
import type { TradingParts } from './trading-parts.ts';

type Amendment = Awaited<ReturnType<OrdersService['orders']['amendments']>>[number];

/** Reads the amendments of an order, oldest first. */
export function amendmentReads({ symbols, service }: TradingParts): BinanceCall {
  const { orders } = service;
  return signedCall({
    rest: ['GET', '/api/v3/order/amendments'],
    ws: 'order.amendments',
    right: 'read',
    weight: 4,
    params: {
      symbol: required(symbol),
      orderId: required(orderId),
      fromExecutionId: withDefault(integer(), 0),
      limit: withDefault(limitTo(1_000), 500),
    },
    handle: async ({ symbol: name, orderId: id, fromExecutionId, limit }, { customer, at }) => {
      const market = symbols.find(name);
      const order = await orders.find(customer.id, { orderId: id });
      if (order?.command.market !== market.view.id) throw noSuchOrder();
      const query = { owner: customer.id, orderId: id, from: placeOfExecution(fromExecutionId), limit };
      return (await orders.amendments(query)).map((one) => amendmentAnswer(one, { market, id, at }));
    },
  });
}

interface Amended {
  readonly market: NamedMarket;
  readonly id: number;
  readonly at: Clock;
}

function amendmentAnswer(amendment: Amendment, { market: { view, symbol: name }, id, at }: Amended): object {
  return {
    symbol: name,
    orderId: id,
    executionId: executionIdOf(amendment.sequence, amendment.position),
    origClientOrderId: amendment.nameBefore,
    newClientOrderId: amendment.name,
    origQty: formatQuantity(view, amendment.lotsBefore),
    newQty: formatQuantity(view, amendment.lots),
    time: at(amendment.time),
  };
}
