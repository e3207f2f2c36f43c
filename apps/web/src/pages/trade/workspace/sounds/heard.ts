import type { OrderMap } from '../../../../features/live/order-merge.ts';
import { compare } from '../../../../lib/exact.ts';
import type { Sound } from './play.ts';

/** What changed between two states of the customer's orders that a sound says: a fill before a refusal. */
export function heardBetween(before: OrderMap, after: OrderMap): Sound | null {
  let heard: Sound | null = null;
  for (const [id, order] of after) {
    const known = before.get(id);
    if (known === order) continue;
    if (compare(order.filled, known?.filled ?? '0') > 0) return 'fill';
    if (order.state === 'rejected' && known?.state !== 'rejected') heard = 'refused';
  }
  return heard;
}
