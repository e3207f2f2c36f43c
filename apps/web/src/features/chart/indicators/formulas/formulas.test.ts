import { expect, test } from 'vitest';
import { areParameters } from '../indicator-form.ts';
import { mainIndicators, subIndicators } from '../indicator-names.ts';
import {
  aroon,
  chaikinFlow,
  directionalMovement,
  moneyFlow,
  rangeLine,
  stochasticLines,
  stochasticStrength,
  tripleChange,
} from './below-candles.ts';
import type { Candle } from './candles.ts';
import { forms, rowsOf } from './more-indicators.ts';
import {
  averageLines,
  donchian,
  ichimoku,
  keltner,
  type Lines,
  parabolic,
  sessionAverage,
  superTrend,
  volumeWeighted,
} from './over-candles.ts';
import { ema, rma, sma, wma } from './series.ts';

const hourMs = 3_600_000;
const cents = (share: number, most: number): number => Math.round(share * most * 100) / 100;

/** A random walk with a fixed seed: every run has the same candles. */
function sampleCandles(count: number): readonly Candle[] {
  let seed = 42;
  const next = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  let close = 100;
  return Array.from({ length: count }, (_, index) => {
    const open = close;
    close = Math.max(1, close + Math.round((next() - 0.49) * 400) / 100);
    const high = Math.max(open, close) + cents(next(), 1);
    const low = Math.max(0.5, Math.min(open, close) - cents(next(), 1));
    const volume = Math.round(next() * 1000) / 10;
    return { timestamp: 1_700_000_000_000 + index * hourMs, high, low, close, volume };
  });
}

const candles = sampleCandles(800);
/** Converts a change in per cent of the new value into per cent of the old value. */
const ofOld = (ofNew: number): number => ofNew / (1 - ofNew / 100);

/**
 * The values that trading-signals 8.3.0 computes for the last of these candles with the default parameters.
 * Its averages begin with other values, whose effect has faded by the last candle.
 * SAR comes from technicalindicators 3.1.0 and indicatorts 2.2.2, which agree with each other and with TA-Lib's definition.
 */
const published: readonly (readonly [name: string, lines: Lines, values: Readonly<Record<string, number>>])[] = [
  ['WMA', averageLines('WMA', candles, [21]), { wma1: 157.54316017316037 }],
  ['DEMA', averageLines('DEMA', candles, [21]), { dema1: 159.3114700599722 }],
  ['TEMA', averageLines('TEMA', candles, [21]), { tema1: 159.6484461995146 }],
  ['HMA', averageLines('HMA', candles, [21]), { hma1: 158.8069515151517 }],
  ['VWMA', volumeWeighted(candles, [20]), { vwma1: 157.0217098699014 }],
  ['KC', keltner(candles, []), { up: 161.0424926202334, mid: 156.69051829480088, dn: 152.33854396936837 }],
  ['DC', donchian(candles, []), { up: 160.79, mid: 157.265, dn: 153.74 }],
  ['SUPERTREND', superTrend(candles, []), { rising: 153.59203851185143 }],
  ['SAR', parabolic(candles, []), { sar: 155.8916504 }],
  ['STOCH', stochasticLines(candles, []), { k: 88.18763664434955, d: 84.0779450438563 }],
  ['STOCHRSI', stochasticStrength(candles, []), { k: 77.22837642109441, d: 57.386346326835046 }],
  ['ATR', rangeLine(candles, []), { atr: 2.149498217522526 }],
  ['DMI', directionalMovement(candles, []), { pdi: 24.84809952704042, mdi: 8.747213270116763, adx: 39.06729280618835 }],
  ['MFI', moneyFlow(candles, []), { mfi: 73.97393204512922 }],
  ['CMF', chaikinFlow(candles, []), { cmf: 0.14786376919865885 }],
  ['TRIX', tripleChange(candles, []), { trix: ofOld(0.1814925557063411) }],
  ['AROON', aroon(candles, []), { up: 100, down: 7.142857142857143 }],
];

test.each(published)('%s is as published', (_name, lines, values) => {
  for (const [key, value] of Object.entries(values)) expect(lines[key]?.at(-1)).toBeCloseTo(value, 8);
});

test('the Ichimoku cloud is drawn ahead of the candles, the lagging line behind', () => {
  const { conversion, base, spanA, spanB, lagging } = ichimoku(candles, []);
  expect(conversion?.at(-1)).toBeCloseTo(157.89, 8);
  expect(base?.at(-1)).toBeCloseTo(154.84, 8);
  // The displacement of 26 counts the newest candle, so its values are 25 places ahead.
  expect(spanA).toHaveLength(825);
  expect(spanA?.at(-1)).toBeCloseTo(156.365, 8);
  expect(spanB?.[824]).toBeCloseTo(153.38, 8);
  expect(lagging?.[774]).toBe(candles[799]?.close);
  expect(rowsOf(ichimoku(candles, []))).toHaveLength(825);
});

test('exponential averages begin with a simple one', () => {
  const values = [NaN, 1, 2, 6, 7];
  expect(ema(values, 3)).toEqual([NaN, NaN, NaN, 3, 5]);
  expect(rma(values, 4)).toEqual([NaN, NaN, NaN, NaN, 4]);
  expect(sma(values, 2)).toEqual([NaN, NaN, 1.5, 4, 6.5]);
  expect(wma(values, 2)).toEqual([NaN, NaN, (1 + 2 * 2) / 3, (2 + 2 * 6) / 3, (6 + 2 * 7) / 3]);
  expect(ema([1, 2], 3)).toEqual([NaN, NaN]);
});

const flat = (hour: number, price: number, volume: number): Candle => {
  return { timestamp: hour * hourMs, high: price, low: price, close: price, volume };
};

test('the average price by volume begins again with each day', () => {
  const day = [flat(22, 10, 1), flat(23, 20, 3), flat(24, 40, 0), flat(25, 50, 2)];
  expect(sessionAverage(day)).toEqual({ vwap: [10, 17.5, NaN, 50] });
});

test('in candles of days it begins again with each month, in weeks with each year', () => {
  const days = [flat(30 * 24, 10, 1), flat(31 * 24, 30, 1), flat(32 * 24, 50, 1)];
  expect(sessionAverage(days)).toEqual({ vwap: [10, 30, 40] });
  const weeks = [flat(51 * 168, 10, 1), flat(52 * 168, 30, 1), flat(53 * 168, 50, 1)];
  expect(sessionAverage(weeks)).toEqual({ vwap: [10, 20, 50] });
});

test('a market in which nothing moves has values in the middle, and none that isn’t a number', () => {
  const still = Array.from({ length: 80 }, (_, hour) => flat(hour, 5, hour < 40 ? 2 : 0));
  const last = (lines: Lines) => rowsOf(lines).at(-1);
  expect(last(stochasticLines(still, []))).toEqual({ k: 50, d: 50 });
  expect(last(stochasticStrength(still, []))).toEqual({ k: 50, d: 50 });
  expect(last(moneyFlow(still, []))).toEqual({ mfi: 50 });
  expect(last(chaikinFlow(still, []))).toEqual({ cmf: 0 });
  expect(last(directionalMovement(still, []))).toEqual({ pdi: 0, mdi: 0, adx: 0 });
  expect(last(volumeWeighted(still, [20]))).toEqual({});
  expect(last(superTrend(still, []))).toEqual({ falling: 5 });
});

test('the parabolic stop stays outside the candles and changes sides', () => {
  const sar = parabolic(candles, []).sar ?? [];
  const isBelow = candles.map(({ high, low }, index) => {
    const stop = sar[index] ?? NaN;
    expect(index === 0 || stop <= low || stop >= high).toBe(true);
    return stop <= low;
  });
  const turns = isBelow.filter((below, index) => below !== isBelow[index - 1]).length;
  expect(turns).toBeGreaterThan(20);
});

test('more than thirty indicators have a form, and defaults that are within their bounds', () => {
  const names = [...mainIndicators, ...subIndicators];
  expect(names.length).toBeGreaterThanOrEqual(30);
  const wrong = names.filter((name) => {
    const form = forms[name];
    return form === undefined || !areParameters(form, form.parameters);
  });
  // Every chart has these two without the formulas, so `forms` lacks them.
  expect(wrong).toEqual(['MA', 'VOL']);
});

test.each([
  ['SAR', [0, 0.02, 0.2]],
  ['SAR', [0.02, 0.02]],
  ['KC', [20, 21, 10]],
  ['KC', [20.5, 2, 10]],
  ['HMA', []],
  ['HMA', [501]],
  ['HMA', [1, 2, 3, 4, 5, 6]],
  ['HMA', [NaN]],
] as const)('%s can’t have the parameters %j', (name, parameters) => {
  const form = forms[name];
  expect(form && areParameters(form, parameters)).toBe(false);
});

test.each(mainIndicators.filter((name) => forms[name]?.formula !== undefined))(
  '%s has nothing for no candle, and is ready for one or two',
  (name) => {
    const { formula, parameters = [] } = forms[name] ?? {};
    for (const count of [0, 1, 2]) expect(() => formula?.(candles.slice(0, count), parameters)).not.toThrow();
  },
);
