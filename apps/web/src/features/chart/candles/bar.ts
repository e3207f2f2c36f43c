import type { Candle } from '@fft/contract';
import type { KLineData } from 'klinecharts';

/** A candle as the chart draws it. Floats are near enough for pixels; no amount is reckoned with them. */
// A type, not an interface: the library requires an index signature.
export type Bar = {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly turnover: number;
  /** The candle that it was built from. A changed candle is another object. */
  readonly candle: Candle;
};

export function toBar(candle: Candle): Bar {
  const [timestamp, open, high, low, close, volume, turnover] = candle;
  return {
    timestamp,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
    turnover: Number(turnover),
    candle,
  };
}

/**
 * Bars that update a chart whose newest bar is at `shown`: that bar in its current state and those after it.
 * Null if the chart's newest bar is not among the candles, so that it must start again.
 */
export function barsSince(candles: readonly Candle[], shown: number): readonly Bar[] | null {
  let place = candles.length - 1;
  while (place >= 0 && (candles[place]?.[0] ?? shown) > shown) place -= 1;
  return candles[place]?.[0] === shown ? candles.slice(place).map(toBar) : null;
}

/** Updates a chart's bars in their positions: the last trades of a candle may arrive after the next one has begun. */
export function mendBars(bars: readonly KLineData[], candles: readonly Candle[]): void {
  let place = candles.length - 1;
  for (const bar of bars.toReversed()) {
    while ((candles[place]?.[0] ?? -Infinity) > bar.timestamp) place--;
    const candle = candles[place];
    if (candle === undefined) return;
    if (candle[0] === bar.timestamp && candle !== bar['candle']) Object.assign(bar, toBar(candle));
  }
}
