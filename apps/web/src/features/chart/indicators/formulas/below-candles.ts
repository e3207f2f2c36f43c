import {
  averageTrueRange,
  type Candle,
  changes,
  closes,
  highs,
  lows,
  relativeStrength,
  trueRanges,
  typicalPrices,
  volumes,
} from './candles.ts';
import type { Lines } from './over-candles.ts';
import {
  agesOfExtreme,
  at,
  combined,
  ema,
  isAbove,
  isBelow,
  rma,
  type Series,
  sma,
  stochastic,
  sums,
} from './series.ts';

export function stochasticLines(
  candles: readonly Candle[],
  [length = 14, slow = 3, signal = 3]: readonly number[],
): Lines {
  const k = sma(stochastic(closes(candles), highs(candles), lows(candles), length), slow);
  return { k, d: sma(k, signal) };
}

export function stochasticStrength(
  candles: readonly Candle[],
  [strengthLength = 14, length = 14, slow = 3, signal = 3]: readonly number[],
): Lines {
  const strength = relativeStrength(closes(candles), strengthLength);
  const k = sma(stochastic(strength, strength, strength, length), slow);
  return { k, d: sma(k, signal) };
}

export const rangeLine = (candles: readonly Candle[], [length = 14]: readonly number[]): Lines => ({
  atr: averageTrueRange(candles, length),
});

/** Wilder's directional movement, and the average strength of the direction. */
export function directionalMovement(
  candles: readonly Candle[],
  [length = 14, smoothing = 14]: readonly number[],
): Lines {
  const up = changes(highs(candles));
  const down = changes(lows(candles)).map((change) => -change);
  // The first candle has no movement, and its true range lacks a previous close.
  const ranges = rma([NaN, ...trueRanges(candles).slice(1)], length);
  const share = (moves: Series, others: Series): Series => {
    const own = combined(moves, others, (move, other) =>
      Number.isNaN(move) ? NaN : move > other && move > 0 ? move : 0,
    );
    return combined(rma(own, length), ranges, (move, range) => (range === 0 ? 0 : (100 * move) / range));
  };
  const [pdi, mdi] = [share(up, down), share(down, up)];
  const strength = combined(pdi, mdi, (one, other) =>
    one + other === 0 ? 0 : (100 * Math.abs(one - other)) / (one + other),
  );
  return { pdi, mdi, adx: rma(strength, smoothing) };
}

/** Money flow index: the share of the turnover at rising prices, 0 to 100; 50 if no money moved. */
export function moneyFlow(candles: readonly Candle[], [length = 14]: readonly number[]): Lines {
  const prices = typicalPrices(candles);
  const steps = changes(prices);
  const money = combined(prices, volumes(candles), (price, volume) => price * volume);
  const flow = (sign: 1 | -1): Series =>
    sums(
      combined(steps, money, (step, moved) => (Number.isNaN(step) ? NaN : step * sign > 0 ? moved : 0)),
      length,
    );
  return {
    mfi: combined(flow(1), flow(-1), (up, down) => (up + down === 0 ? 50 : (100 * up) / (up + down))),
  };
}

/** Chaikin money flow: volume weighted by where each candle closed in its range, as a share of all volume. */
export function chaikinFlow(candles: readonly Candle[], [length = 20]: readonly number[]): Lines {
  const flows = candles.map(({ high, low, close, volume = 0 }) =>
    high === low ? 0 : ((2 * close - high - low) / (high - low)) * volume,
  );
  return {
    cmf: combined(sums(flows, length), sums(volumes(candles), length), (flow, volume) =>
      volume > 0 ? flow / volume : 0,
    ),
  };
}

/** TRIX: the change, in per cent, of an average that is smoothed three times. */
export function tripleChange(candles: readonly Candle[], [length = 12, signal = 9]: readonly number[]): Lines {
  const smooth = ema(ema(ema(closes(candles), length), length), length);
  const trix = smooth.map((value, index) => 100 * (value / at(smooth, index - 1) - 1));
  return { trix, maTrix: sma(trix, signal) };
}

/** Aroon: how recent the highest and the lowest price are, 0 to 100. */
export function aroon(candles: readonly Candle[], [length = 14]: readonly number[]): Lines {
  const recent = (values: Series, isBeyond: typeof isAbove): Series =>
    agesOfExtreme(values, length + 1, isBeyond).map((age) => (100 * (length - age)) / length);
  return { up: recent(highs(candles), isAbove), down: recent(lows(candles), isBelow) };
}
