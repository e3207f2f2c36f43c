import type { Order } from '@fft/contract';

/** Type and trigger as one word of `kinds`. */
export function orderKind({ type, stopPrice }: Pick<Order, 'type' | 'stopPrice'>) {
  if (stopPrice !== undefined) return type === 'limit' ? 'stopLimit' : 'stopMarket';
  return type;
}
