import type { Candle } from '@fft/contract';
import type { KLineData } from 'klinecharts';

/** A candle as the chart draws it. Floats are precise enough for pixels; no amount is computed from them. */
// A type, not an interface: the library requires an index signature.
export type Bar = {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly turnover: number;
  /** The candle that the bar was built from. A changed candle is a new object. */
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
 * Returns the bars that update a chart whose newest bar begins at `shown`: that bar's current state and all later bars.
 * Returns null if no candle begins at `shown`; the chart must then reload.
 */
export function barsSince(candles: readonly Candle[], shown: number): readonly Bar[] | null {
  let place = candles.length - 1;
  while (place >= 0 && (candles[place]?.[0] ?? shown) > shown) place -= 1;
  return candles[place]?.[0] === shown ? candles.slice(place).map(toBar) : null;
}

/** Updates a chart's bars in place: a candle's last trades may arrive after the next candle has begun. */
export function mendBars(bars: readonly KLineData[], candles: readonly Candle[]): void {
  let place = candles.length - 1;
  for (const bar of bars.toReversed()) {
    while ((candles[place]?.[0] ?? -Infinity) > bar.timestamp) place--;
    const candle = candles[place];
    if (candle === undefined) return;
    if (candle[0] === bar.timestamp && candle !== bar['candle']) Object.assign(bar, toBar(candle));
  }
}
