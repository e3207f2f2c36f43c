import type { Candle } from '@fft/contract';
import type { KLineData } from 'klinecharts';

/** A candle as the chart draws it. Floats are near enough for pixels; no amount is reckoned with them. */
// A type, not an interface: the library asks for something that may hold more.
export type Bar = {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly turnover: number;
  /** What it was made of. A candle that changes is another one. */
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
 * The bars that bring a chart, whose newest bar is of `shown`, up to date: that bar as it stands now and those after it.
 * Null where the chart's newest bar is not among the candles, so that it has to begin anew.
 */
export function barsSince(candles: readonly Candle[], shown: number): readonly Bar[] | null {
  let place = candles.length - 1;
  while (place >= 0 && (candles[place]?.[0] ?? shown) > shown) place -= 1;
  return candles[place]?.[0] === shown ? candles.slice(place).map(toBar) : null;
}

/** Brings the bars that a chart has up to date, each in its place: the last trades of a candle may be told when the next one has begun already. */
export function mendBars(bars: readonly KLineData[], candles: readonly Candle[]): void {
  let place = candles.length - 1;
  for (const bar of bars.toReversed()) {
    while ((candles[place]?.[0] ?? -Infinity) > bar.timestamp) place--;
    const candle = candles[place];
    if (candle === undefined) return;
    if (candle[0] === bar.timestamp && candle !== bar['candle']) Object.assign(bar, toBar(candle));
  }
}
