import type { consoleCalls } from '@fft/console-contract';
import type { useCall } from '../../api/index.ts';

/** What the one call about markets tells. */
export type Listing = ReturnType<typeof useCall<typeof consoleCalls.markets.list>>;
