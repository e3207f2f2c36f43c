import type { Order, PriceAlert } from '@fft/contract';
import type { OrderLine } from '../../orders/index.ts';

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

function isSame(one: ChartLine, other: ChartLine): boolean {
  const [mine, others] = [Object.entries(one), new Map(Object.entries(other))];
  return mine.length === others.size && mine.every(([key, value]) => others.get(key) === value);
}

/**
 * Takes ever newer lists of lines, and returns each with the same objects for the lines that didn't change, or the list of before if none did: what is
 * drawn for them stays.
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
