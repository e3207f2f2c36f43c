import type { consoleCalls } from '@fft/console-contract';
import type { useCall } from '../../api/index.ts';

/** Notices, banners and the About page: one call reads all three. */
export type Published = ReturnType<typeof useCall<typeof consoleCalls.content.list>>;

/** Scheduled, visible or ended at the given time. */
export function stateOf(from: number | null, until: number | null, nowMs: number): 'planned' | 'shown' | 'over' {
  if (from !== null && from > nowMs) return 'planned';
  return until !== null && until <= nowMs ? 'over' : 'shown';
}
