import type { Order, PriceAlert } from '@fft/contract';
import type { OrderLine } from '../../orders/index.ts';

/** A line at a price. Its label drags the line; its cross cancels the order or removes the alert. */
interface LineParts {
  readonly id: string;
  readonly value: string;
  readonly text: string;
  /** True if the price triggers an order or an alert; the line is then dotted. */
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

function isSame(one: ChartLine, other: ChartLine): boolean {
  const [mine, others] = [Object.entries(one), new Map(Object.entries(other))];
  return mine.length === others.size && mine.every(([key, value]) => others.get(key) === value);
}

/**
 * Returns a function that takes each new list of lines and reuses the objects of unchanged lines.
 * If no line changed, that function returns the previous list, so that the chart redraws nothing.
 */
export function createLineKeeper(): (lines: readonly ChartLine[]) => readonly ChartLine[] {
  let kept: readonly ChartLine[] = [];
  return (lines) => {
    const known = new Map(kept.map((line) => [line.id, line]));
    const now = lines.map((line) => {
      const one = known.get(line.id);
      return one !== undefined && isSame(one, line) ? one : line;
    });
    if (now.length !== kept.length || now.some((line, place) => line !== kept[place])) kept = now;
    return kept;
  };
}
