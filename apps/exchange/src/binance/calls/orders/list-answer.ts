import { nameOfOrder, type OrderRecord } from '../../../ledger/replica/order-record.ts';
import type { Clock } from '../../clock.ts';
import { listClientIdOf } from '../../list-id.ts';
import { symbolOf } from '../../symbols.ts';
import { listIdOf, type ShownOrder } from './order-answer.ts';
import { shownOrder } from './show-orders.ts';
import type { TradingParts } from './trading-parts.ts';

export type Pair = readonly [OrderRecord, OrderRecord];

export interface ListAnswerOptions {
  readonly at: Clock;
  /** How each order is reported; without it the list only names them. */
  readonly report?: (shown: ShownOrder) => object;
  /** Of `transactionTime`; the list's last change by default. */
  readonly time?: number;
}

/** An order list: two orders of which one cancels the other. */
export function listAnswer(
  directory: TradingParts['directory'],
  [one, other]: Pair,
  { at, report, time = Math.max(one.updated, other.updated) }: ListAnswerOptions,
) {
  const [limit, stop] = one.command.otherLeg === undefined ? [one, other] : [other, one];
  const shown = [
    shownOrder(directory, limit, { partner: stop, at }),
    shownOrder(directory, stop, { partner: limit, at }),
  ];
  const isDone = limit.state !== 'processing' && stop.state !== 'processing';
  const listId = listIdOf({ order: stop, partner: limit });
  const symbol = symbolOf(directory.marketById(stop.command.market));
  return {
    orderListId: listId,
    contingencyType: 'OCO',
    listStatusType: isDone ? 'ALL_DONE' : 'EXEC_STARTED',
    listOrderStatus: isDone ? 'ALL_DONE' : 'EXECUTING',
    listClientOrderId: listClientIdOf(stop),
    transactionTime: at(time),
    symbol,
    orders: [limit, stop].map((order) => ({ symbol, orderId: order.orderId, clientOrderId: nameOfOrder(order) })),
    ...(report && { orderReports: shown.map(report) }),
  };
}
