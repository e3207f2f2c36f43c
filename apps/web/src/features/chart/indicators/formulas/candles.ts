import type { KLineData } from 'klinecharts';
import { at, combined, rma, type Series } from './series.ts';

/** The fields of a candle that formulas read. */
export type Candle = Pick<KLineData, 'timestamp' | 'high' | 'low' | 'close' | 'volume'>;

export const closes = (candles: readonly Candle[]): Series => candles.map(({ close }) => close);
export const highs = (candles: readonly Candle[]): Series => candles.map(({ high }) => high);
export const lows = (candles: readonly Candle[]): Series => candles.map(({ low }) => low);
export const volumes = (candles: readonly Candle[]): Series => candles.map(({ volume }) => volume ?? 0);
export const typicalPrices = (candles: readonly Candle[]): Series =>
  candles.map(({ high, low, close }) => (high + low + close) / 3);

/** The change from the previous candle; NaN for the first candle. */
export const changes = (values: Series): Series => values.map((value, index) => value - at(values, index - 1));

/** The range of each candle, including the gap from the previous close. */
export const trueRanges = (candles: readonly Candle[]): Series =>
  candles.map(({ high, low }, index) => {
    const before = candles[index - 1]?.close ?? low;
    return Math.max(high, before) - Math.min(low, before);
  });

export const averageTrueRange = (candles: readonly Candle[], length: number): Series =>
  rma(trueRanges(candles), length);

/** Wilder's relative strength, 0 to 100; 50 if no price changed. */
export function relativeStrength(values: Series, length: number): Series {
  const steps = changes(values);
  const gains = rma(
    steps.map((step) => Math.max(step, 0)),
    length,
  );
  const losses = rma(
    steps.map((step) => Math.max(-step, 0)),
    length,
  );
  return combined(gains, losses, (gain, loss) => (gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)));
}
