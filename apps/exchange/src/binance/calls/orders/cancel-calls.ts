import { settle } from '../../../platform/later.ts';
import type { OrderRecord } from '../../../ledger/replica/order-record.ts';
import { cancelIdOf } from '../../cancel-id.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { symbol } from '../param-types.ts';
import { optional, required } from '../params.ts';
import { cancelledAnswer, cancellingOf } from './cancel-order.ts';
import { listAnswer } from './list-answer.ts';
import { cancelAnswer } from './order-answer.ts';
import { cancelError, cancelRefused, tradingError, unknownOrder } from './order-errors.ts';
import { cancelRestriction, clientId, nameParams } from './order-params.ts';
import { shownOrder } from './show-orders.ts';
import type { TradingParts } from './trading-parts.ts';

/** Cancellations of one order and of all orders of a market. */
export function cancelCalls(parts: TradingParts): readonly BinanceCall[] {
  const { symbols, directory, service } = parts;
  const { trading, orders } = service;
  const cancel = signedCall({
    rest: ['DELETE', '/api/v3/order'],
    ws: 'order.cancel',
    right: 'trade',
    weight: 1,
    params: {
      ...nameParams,
      newClientOrderId: optional(clientId),
      cancelRestrictions: optional(cancelRestriction),
    },
    handle: (input, { customer, at }, turn) => {
      const cancelling = cancellingOf(parts, input, { market: symbols.find(input.symbol), owner: customer.id });
      return settle(
        () => trading.cancel(cancelling.command, turn),
        (outcome) => cancelledAnswer(parts, cancelling, { outcome, at }),
        (error) => {
          throw tradingError(error, parts);
        },
      );
    },
  });
  const cancelAll = signedCall({
    rest: ['DELETE', '/api/v3/openOrders'],
    ws: 'openOrders.cancelAll',
    right: 'trade',
    weight: 1,
    params: { symbol: required(symbol) },
    handle: async ({ symbol: name }, { customer, at }) => {
      const { view } = symbols.find(name);
      // Their records change with the cancellation.
      const open = orders.openOrders(customer.id, view.id);
      if (open.length === 0) throw cancelRefused(unknownOrder);
      const outcome = await trading.cancelAll(customer.id, view.id).catch((error: unknown) => {
        throw tradingError(error, parts);
      });
      if (outcome.kind === 'rejected') throw cancelError(outcome.reason);
      const cancelled = open.filter(isCancelled);
      return groups(cancelled).map(([order, partner]) => {
        const report = (one: OrderRecord) => shownOrder(directory, one, { partner: null, at });
        return partner === null
          ? cancelAnswer(report(order), cancelIdOf(order.orderId))
          : listAnswer(directory, [order, partner], {
              at,
              report: (shown) => cancelAnswer(shown, cancelIdOf(shown.order.orderId)),
            });
      });
    },
  });
  return [cancel, cancelAll];
}

function isCancelled({ reason }: OrderRecord): boolean {
  return reason === 'byOwner' || reason === 'otherLeg';
}

/** Each order alone or with the other one of its list, in order of ids. */
function groups(orders: readonly OrderRecord[]): readonly (readonly [OrderRecord, OrderRecord | null])[] {
  const byClientId = new Map(orders.map((order) => [order.command.clientOrderId, order]));
  const stops = orders.filter(({ command }) => command.otherLeg !== undefined && byClientId.has(command.otherLeg));
  const legs = new Map(stops.map((stop) => [byClientId.get(stop.command.otherLeg ?? ''), stop]));
  const withStops = new Set(legs.values());
  return orders
    .filter((order) => !withStops.has(order))
    .map((order) => [order, legs.get(order) ?? null] as const)
    .toSorted(([one], [other]) => one.orderId - other.orderId);
}
