import { averageTrueRange, type Candle, closes, highs, lows, typicalPrices, volumes } from './candles.ts';
import { at, combined, ema, highest, lowest, type Series, sums, wma } from './series.ts';

/** Lines by figure key. A line may reach beyond the newest candle. */
export type Lines = Readonly<Record<string, Series>>;

const sum = (one: number, other: number): number => one + other;

const double = (values: Series, length: number): Series => {
  const once = ema(values, length);
  return combined(once, ema(once, length), (one, two) => 2 * one - two);
};

const triple = (values: Series, length: number): Series => {
  const once = ema(values, length);
  const twice = ema(once, length);
  const thrice = ema(twice, length);
  return once.map((one, index) => 3 * one - 3 * at(twice, index) + at(thrice, index));
};

/** Hull's average, which lags less than the weighted averages that it combines. */
const hull = (values: Series, length: number): Series => {
  const half = wma(values, Math.max(1, Math.floor(length / 2)));
  const ahead = combined(half, wma(values, length), (short, long) => 2 * short - long);
  return wma(ahead, Math.floor(Math.sqrt(length)));
};

type Average = (values: Series, length: number) => Series;
const averages: Readonly<Record<'WMA' | 'DEMA' | 'TEMA' | 'HMA', Average>> = {
  WMA: wma,
  DEMA: double,
  TEMA: triple,
  HMA: hull,
};

/** One line for each length. */
export function averageLines(
  name: keyof typeof averages,
  candles: readonly Candle[],
  lengths: readonly number[],
): Lines {
  const values = closes(candles);
  return Object.fromEntries(
    lengths.map((length, index) => [`${name.toLowerCase()}${index + 1}`, averages[name](values, length)]),
  );
}

export function volumeWeighted(candles: readonly Candle[], lengths: readonly number[]): Lines {
  const quantities = volumes(candles);
  const worth = combined(closes(candles), quantities, (price, quantity) => price * quantity);
  return Object.fromEntries(
    lengths.map((length, index) => [
      `vwma${index + 1}`,
      combined(sums(worth, length), sums(quantities, length), (one, other) => (other > 0 ? one / other : NaN)),
    ]),
  );
}

const dayMs = 86_400_000;

/** The session after which the average price begins again: a UTC day; a month for daily candles, a year for longer ones. */
function sessionOf(candles: readonly Candle[]): (time: number) => string {
  const [first, second] = candles;
  const interval = (second?.timestamp ?? 0) - (first?.timestamp ?? 0);
  const letters = interval > dayMs ? 4 : interval === dayMs ? 7 : 10;
  return (time) => new Date(time).toISOString().slice(0, letters);
}

/** VWAP: the volume-weighted average price since the session began. */
export function sessionAverage(candles: readonly Candle[]): Lines {
  const session = sessionOf(candles);
  const prices = typicalPrices(candles);
  let [day, current, worth, quantity] = [-1, '', 0, 0];
  return {
    vwap: candles.map(({ timestamp, volume = 0 }, index) => {
      const now = Math.floor(timestamp / dayMs);
      // Formats the date once a day: formatting every minute of a year would take most of the time.
      if (now !== day) {
        day = now;
        const next = session(timestamp);
        if (next !== current) [current, worth, quantity] = [next, 0, 0];
      }
      worth += at(prices, index) * volume;
      quantity += volume;
      return quantity > 0 ? worth / quantity : NaN;
    }),
  };
}

/** Keltner's channel: an exponential average with the average true range on both sides. */
export function keltner(
  candles: readonly Candle[],
  [length = 20, factor = 2, rangeLength = 10]: readonly number[],
): Lines {
  const mid = ema(closes(candles), length);
  const widths = averageTrueRange(candles, rangeLength).map((range) => range * factor);
  return { up: combined(mid, widths, sum), mid, dn: combined(mid, widths, (one, width) => one - width) };
}

const middle = (candles: readonly Candle[], length: number): Series =>
  combined(highest(highs(candles), length), lowest(lows(candles), length), (top, bottom) => (top + bottom) / 2);

export function donchian(candles: readonly Candle[], [length = 20]: readonly number[]): Lines {
  return { up: highest(highs(candles), length), mid: middle(candles, length), dn: lowest(lows(candles), length) };
}

/** Ichimoku: `displacement` moves the cloud ahead and the lagging line back; it counts the candle itself. */
export function ichimoku(
  candles: readonly Candle[],
  [conversionLength = 9, baseLength = 26, spanLength = 52, displacement = 26]: readonly number[],
): Lines {
  const shift = displacement - 1;
  const ahead = (values: Series): Series => [...Array.from({ length: shift }, () => NaN), ...values];
  const conversion = middle(candles, conversionLength);
  const base = middle(candles, baseLength);
  return {
    conversion,
    base,
    spanA: ahead(combined(conversion, base, (one, other) => (one + other) / 2)),
    spanB: ahead(middle(candles, spanLength)),
    lagging: closes(candles).slice(shift),
  };
}

/** Wilder's parabolic stop: it follows the trend ever faster, and reverses where the price reaches it. */
export function parabolic(
  candles: readonly Candle[],
  [start = 0.02, step = 0.02, most = 0.2]: readonly number[],
): Lines {
  const [first, second] = candles;
  if (first === undefined || second === undefined) return { sar: candles.map(() => NaN) };
  const fall = first.low - second.low;
  let isUp = fall <= 0 || fall <= second.high - first.high;
  let stop = isUp ? first.low : first.high;
  let extreme = isUp ? second.high : second.low;
  let speed = start;
  const sar = candles.map(({ high, low }, index) => {
    if (index === 0) return NaN;
    const one = candles[index - 1] ?? first;
    const two = candles[index - 2] ?? one;
    if (index > 1) stop += speed * (extreme - stop);
    // The stop never enters the range of the previous two candles.
    stop = isUp ? Math.min(stop, one.low, two.low) : Math.max(stop, one.high, two.high);
    if (isUp ? low <= stop : high >= stop) {
      stop = isUp ? Math.max(extreme, high, one.high) : Math.min(extreme, low, one.low);
      isUp = !isUp;
      extreme = isUp ? high : low;
      speed = start;
    } else if (isUp ? high > extreme : low < extreme) {
      extreme = isUp ? high : low;
      speed = Math.min(speed + step, most);
    }
    return stop;
  });
  return { sar };
}

interface Bands {
  readonly upper: number;
  readonly lower: number;
  readonly isUp: boolean;
}

/** A band only moves towards the price, until a candle has closed beyond the band. */
function nextBands(
  { high, low, close }: Candle,
  width: number,
  last: { readonly bands: Bands; readonly close: number },
): Bands {
  const [upper, lower] = [(high + low) / 2 + width, (high + low) / 2 - width];
  const { bands, close: before } = last;
  const top = upper < bands.upper || before > bands.upper ? upper : bands.upper;
  const bottom = lower > bands.lower || before < bands.lower ? lower : bands.lower;
  return { upper: top, lower: bottom, isUp: bands.isUp ? close >= bottom : close > top };
}

/** Supertrend: a stop at a multiple of the average true range, below a rising or above a falling price. */
export function superTrend(candles: readonly Candle[], [length = 10, factor = 3]: readonly number[]): Lines {
  const ranges = averageTrueRange(candles, length);
  let last = { bands: { upper: Infinity, lower: -Infinity, isUp: false }, close: NaN };
  const bands = candles.map((candle, index): Bands | null => {
    const width = factor * at(ranges, index);
    if (Number.isNaN(width)) return null;
    last = { bands: nextBands(candle, width, last), close: candle.close };
    return last.bands;
  });
  return {
    rising: bands.map((each) => (each?.isUp === true ? each.lower : NaN)),
    falling: bands.map((each) => (each?.isUp === false ? each.upper : NaN)),
  };
}
