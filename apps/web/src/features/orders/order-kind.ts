import { hasTermOf, type Order } from '@fft/contract';

/** Type and trigger as one word of `kinds`. */
export function orderKind(order: Pick<Order, 'type' | 'stopPrice'>) {
  const { type } = order;
  if (hasTermOf('stop', order)) return type === 'limit' ? 'stopLimit' : 'stopMarket';
  return type;
}
