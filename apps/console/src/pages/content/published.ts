import type { consoleCalls } from '@fft/console-contract';
import type { useCall } from '../../api/index.ts';

/** What the one call about content tells. */
export type Published = ReturnType<typeof useCall<typeof consoleCalls.content.list>>;

/** Whether customers see something now. */
export function stateOf(from: number | null, until: number | null, nowMs: number): 'planned' | 'shown' | 'over' {
  if (from !== null && from > nowMs) return 'planned';
  return until !== null && until <= nowMs ? 'over' : 'shown';
}
