import { skipReasons, type SkipReason } from '@fft/contract';

/** By the names of refusals. */
const skips: Readonly<Record<string, SkipReason>> = {
  marketNotOpen: 'marketClosed',
  noLiquidity: 'marketClosed',
  conversionTooLarge: 'marketClosed',
  ownOrderInWay: 'ownOrder',
};

/** Why a buy was skipped, from the reason of its last try: an order that was refused, or a quote that there wasn't. */
export function skipReasonOf(reason: string | null): SkipReason {
  return skipReasons.find((known) => known === reason) ?? skips[reason ?? ''] ?? 'moved';
}
