import type { PlaceOrder } from '@fft/engine';

/**
 * What a stop waits for, as a row says it: `rising` or `falling`, or the trail of a trailing stop, as `trail 50` (ticks) or `trail 300 bps`.
 * The row's `stop_ticks` is the trigger price, or the price at which a trailing stop begins. An order with a bracket, which is no stop, has the
 * prices of its legs: `bracket 110 95 94`, of the take-profit, the stop-loss and its limit; 0 for none.
 */
export type StopWords = 'rising' | 'falling' | `trail ${string}` | `bracket ${string}`;

const trailForm = /^trail (\d+)( bps)?$/;
const bracketForm = /^bracket (\d+) (\d+) (\d+)$/;

type StopTerms = Pick<PlaceOrder, 'stopTicks' | 'stopDirection' | 'trailTicks' | 'trailBps' | 'activationTicks'> &
  BracketTerms;
type BracketTerms = Pick<PlaceOrder, 'takeProfitTicks' | 'stopLossTicks' | 'stopLossLimitTicks'>;

export function stopWordsOf(terms: StopTerms): StopWords | null {
  const { takeProfitTicks = 0, stopLossTicks = 0, stopLossLimitTicks = 0 } = terms;
  if (takeProfitTicks + stopLossTicks > 0) return `bracket ${takeProfitTicks} ${stopLossTicks} ${stopLossLimitTicks}`;
  const { stopDirection, trailTicks = 0, trailBps = 0 } = terms;
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
  if (words?.startsWith('bracket ') === true) return bracketTermsOf(words);
  if (ticks === 0) return {};
  return { stopTicks: ticks, stopDirection: words === 'falling' ? 'falling' : 'rising' };
}

function bracketTermsOf(words: string): BracketTerms {
  const [takeProfitTicks = 0, stopLossTicks = 0, stopLossLimitTicks = 0] =
    bracketForm.exec(words)?.slice(1).map(Number) ?? [];
  return {
    ...(takeProfitTicks > 0 && { takeProfitTicks }),
    ...(stopLossTicks > 0 && { stopLossTicks }),
    ...(stopLossLimitTicks > 0 && { stopLossLimitTicks }),
  };
}
