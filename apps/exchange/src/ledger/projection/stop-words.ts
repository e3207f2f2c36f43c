import type { PlaceOrder } from '@fft/engine';

/**
 * What a stop waits for, as a row says it: `rising` or `falling`, or the trail of a trailing stop, as `trail 50` (ticks) or `trail 300 bps`.
 * The row's `stop_ticks` is the trigger price, or the price at which a trailing stop begins.
 */
export type StopWords = 'rising' | 'falling' | `trail ${string}`;

const trailForm = /^trail (\d+)( bps)?$/;

type StopTerms = Pick<PlaceOrder, 'stopTicks' | 'stopDirection' | 'trailTicks' | 'trailBps' | 'activationTicks'>;

export function stopWordsOf({ stopDirection, trailTicks = 0, trailBps = 0 }: StopTerms): StopWords | null {
  if (trailTicks > 0) return `trail ${trailTicks}`;
  return trailBps > 0 ? `trail ${trailBps} bps` : (stopDirection ?? null);
}

/** The row's `stop_ticks`; 0 for none. */
export function stopTicksOf({ stopTicks = 0, activationTicks = 0 }: StopTerms): number {
  return stopTicks > 0 ? stopTicks : activationTicks;
}

/** The inverse. */
export function stopTermsOf(words: string | null, ticks: number): StopTerms {
  const [, trail, isShare] = words?.match(trailForm) ?? [];
  if (trail !== undefined) {
    const distance = isShare === undefined ? { trailTicks: Number(trail) } : { trailBps: Number(trail) };
    return { ...distance, ...(ticks > 0 && { activationTicks: ticks }) };
  }
  if (ticks === 0) return {};
  return { stopTicks: ticks, stopDirection: words === 'falling' ? 'falling' : 'rising' };
}
