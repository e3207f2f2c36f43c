/** One number per candle; NaN until there are enough candles. Formulas combine series. */
export type Series = readonly number[];

/** The value at an index; NaN outside. */
export const at = (values: Series, index: number): number => values[index] ?? NaN;

/** Combines series candle by candle. */
export const combined = (first: Series, other: Series, combine: (one: number, other: number) => number): Series =>
  first.map((value, index) => combine(value, at(other, index)));

/** Index of the first number; all entries before it are NaN. */
function beginOf(values: Series): number {
  const begin = values.findIndex((value) => !Number.isNaN(value));
  return begin === -1 ? values.length : begin;
}

/** Computes a value for each window of `length` numbers; NaN until the first window is full. */
function overWindows(values: Series, length: number, next: (index: number) => number): Series {
  const full = beginOf(values) + length - 1;
  return values.map((_, index) => (index < full ? NaN : next(index)));
}

/** Sums of the last `length` numbers, each added up from scratch: a sliding sum keeps rounding errors and never returns to zero. */
export const sums = (values: Series, length: number): Series =>
  overWindows(values, length, (index) => {
    let sum = 0;
    for (let age = 0; age < length; age += 1) sum += at(values, index - age);
    return sum;
  });

/** Simple moving average. */
export const sma = (values: Series, length: number): Series => sums(values, length).map((sum) => sum / length);

/** An average to which each new number contributes `share`. As in TA-Lib, it begins with a simple average. */
function smoothed(values: Series, length: number, share: number): Series {
  const full = beginOf(values) + length - 1;
  const first = sma(values.slice(0, full + 1), length).at(-1) ?? NaN;
  let before = first;
  return values.map((value, index) => {
    if (index < full) return NaN;
    if (index > full) before += share * (value - before);
    return before;
  });
}

/** Exponential moving average. */
export const ema = (values: Series, length: number): Series => smoothed(values, length, 2 / (length + 1));

/** Wilder's moving average. */
export const rma = (values: Series, length: number): Series => smoothed(values, length, 1 / length);

/** Weighted moving average: the newest number has weight `length`, the oldest has weight 1. */
export function wma(values: Series, length: number): Series {
  const weights = (length * (length + 1)) / 2;
  return overWindows(values, length, (index) => {
    let sum = 0;
    for (let age = 0; age < length; age += 1) sum += at(values, index - age) * (length - age);
    return sum / weights;
  });
}

/** Age, in candles, of the extreme number in each window; among equal numbers the newest counts. */
export function agesOfExtreme(values: Series, length: number, isBeyond: (one: number, other: number) => boolean) {
  // Indexes whose numbers are beyond all later ones, oldest first.
  const candidates: number[] = [];
  let oldest = 0;
  const begin = beginOf(values);
  return values.map((value, index) => {
    if (index < begin) return NaN;
    while (candidates.length > oldest && !isBeyond(at(values, candidates.at(-1) ?? -1), value)) candidates.pop();
    candidates.push(index);
    while ((candidates[oldest] ?? index) <= index - length) oldest += 1;
    return index - begin + 1 < length ? NaN : index - (candidates[oldest] ?? index);
  });
}

export const isAbove = (one: number, other: number): boolean => one > other;
export const isBelow = (one: number, other: number): boolean => one < other;

const extremes = (values: Series, length: number, isBeyond: typeof isAbove): Series =>
  agesOfExtreme(values, length, isBeyond).map((age, index) => at(values, index - age));

/** Highest of the last `length` numbers. */
export const highest = (values: Series, length: number): Series => extremes(values, length, isAbove);

/** Lowest of the last `length` numbers. */
export const lowest = (values: Series, length: number): Series => extremes(values, length, isBelow);

/** Position of a number between the lowest and the highest of the last `length` ones, 0 to 100; 50 if both are equal. */
export function stochastic(values: Series, highs: Series, lows: Series, length: number): Series {
  const bottoms = lowest(lows, length);
  return combined(highest(highs, length), bottoms, (top, bottom) => top - bottom).map((range, index) =>
    range === 0 ? 50 : (100 * (at(values, index) - at(bottoms, index))) / range,
  );
}
