import type { consoleCalls } from '@fft/console-contract';
import type { useCall } from '../../api/index.ts';

/** Markets, assets and rates: one call reads all three. */
export type Listing = ReturnType<typeof useCall<typeof consoleCalls.markets.list>>;
