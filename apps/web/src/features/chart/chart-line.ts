import type { Order, PriceAlert } from '@fft/contract';
import type { OrderLine } from '../orders/index.ts';

/** A line at a price, with a label that drags it and a cross that ends it. */
interface LineParts {
  readonly id: string;
  readonly value: string;
  readonly text: string;
  /** A dotted line: the price triggers something. */
  readonly isTrigger: boolean;
  readonly isMovable: boolean;
  readonly tone: 'buy' | 'sell' | 'alert';
}

interface OwnOrderLine extends LineParts {
  readonly kind: 'order';
  readonly order: Order;
  /** The order that the line's cross cancels. */
  readonly cancels: Order;
}

export interface AlertLine extends LineParts {
  readonly kind: 'alert';
  readonly alert: PriceAlert;
}

export type ChartLine = OwnOrderLine | AlertLine;

export const lineOfOrder = ({ order, ...line }: OrderLine): ChartLine => ({
  ...line,
  kind: 'order',
  id: order.id,
  order,
  tone: order.side,
});
