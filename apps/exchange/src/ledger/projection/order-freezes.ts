import type { RecordedPosting } from '../replica/batch-events.ts';

/** True for what an order freezes or releases: no statement shows it, and the engine's open orders say what is frozen, so it has no row. */
export function isOrderFreeze({ reason, orderId }: Pick<RecordedPosting, 'reason' | 'orderId'>): boolean {
  return orderId !== 0 && (reason === 'freeze' || reason === 'release');
}
