import type { Order } from '@fft/contract';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import type { chartTexts } from '../../i18n/chart.ts';
import { isAmendable } from './amend-terms.ts';
import { filledPercent } from './filled-percent.ts';
import { isPair, pairOrders } from './pair-orders.ts';

/** A line in the chart at the price where an order trades, or where a stop triggers. */
export interface OrderLine {
  readonly order: Order;
  /** The order that the line's cross cancels; cancelling a pair's stop cancels both. */
  readonly cancels: Order;
  readonly value: string;
  /** A stop that waits for its trigger. */
  readonly isTrigger: boolean;
  readonly text: string;
  /** The line's price can be changed: a waiting stop's trigger can't, nor can a pair's prices. */
  readonly isMovable: boolean;
}

type Words = (typeof chartTexts)['zh'];

/** The lines of the open orders: a waiting stop is at its trigger, every other order at its limit price. */
export function orderLines(open: readonly Order[], t: Words): readonly OrderLine[] {
  return pairOrders(open).flatMap((entry) => {
    if (!isPair(entry)) return lineOf(entry, entry, t);
    const { limit, stop } = entry;
    return [limit, stop].flatMap((order) =>
      lineOf(order, stop, t).map((line) => ({ ...line, isMovable: false, text: `OCO · ${line.text}` })),
    );
  });
}

function lineOf(order: Order, cancels: Order, t: Words): readonly OrderLine[] {
  const [side, quantity] = [t[order.side], formatAmount(order.quantity ?? order.amount)];
  if (order.waiting === true && order.stopPrice !== undefined) {
    const then = order.price === null ? t.marketPrice : formatPrice(order.price);
    return [
      {
        order,
        cancels,
        value: order.stopPrice,
        isTrigger: true,
        isMovable: false,
        text: t.stopMark(side, quantity, then),
      },
    ];
  }
  // The trigger price of a trailing stop follows the market.
  if (order.price === null || order.waiting === true) return [];
  const text = t.orderMark(side, quantity, filledPercent(order));
  return [{ order, cancels, value: order.price, isTrigger: false, isMovable: isAmendable(order), text }];
}
