import type { IndicatorCreate, IndicatorFigure } from 'klinecharts';
import type * as Library from 'klinecharts';
import { averageForm, type IndicatorForm, type LineColor, type LineForm } from '../indicator-form.ts';
import { addForms, type IndicatorName } from '../indicators.ts';
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
import { drawCloud } from './cloud.ts';
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

type Formula = (candles: readonly Candle[], parameters: readonly number[]) => Lines;

interface OwnForm extends IndicatorForm {
  /** This app's own formula; without one, the library's formula applies. */
  readonly formula?: Formula;
  readonly dots?: boolean;
  readonly draw?: NonNullable<IndicatorCreate['draw']>;
}

type Line = readonly [key: string, label: string, color: LineColor];

const own = (
  places: IndicatorForm['places'],
  [parameters, kinds]: readonly [readonly number[], IndicatorForm['kinds']],
  lines: readonly Line[],
): IndicatorForm => ({
  parameters,
  kinds,
  lines: () => lines.map(([key, label, color]): LineForm => ({ key, label, color })),
  named: true,
  places,
});

const length = 'length' as const;
const none = [[], []] as const;
const bands = (color: number, middle: number): readonly Line[] => [
  ['up', '', color],
  ['mid', '', middle],
  ['dn', '', color],
];
const average = (name: 'WMA' | 'DEMA' | 'TEMA' | 'HMA', color: number): OwnForm => ({
  ...averageForm(name, [21], { first: color }),
  formula: (candles, lengths) => averageLines(name, candles, lengths),
});

/** All indicators except `MA` and `VOL`, which every chart has from the start. */
export const forms: Partial<Record<IndicatorName, OwnForm>> = {
  EMA: averageForm('EMA', [7, 25, 99], { first: 4 }),
  WMA: average('WMA', 1),
  DEMA: average('DEMA', 2),
  TEMA: average('TEMA', 5),
  HMA: average('HMA', 6),
  VWAP: { ...own('price', none, [['vwap', '', 4]]), formula: sessionAverage },
  VWMA: { ...averageForm('VWMA', [20], { first: 3 }), formula: volumeWeighted },
  BOLL: own(
    'price',
    [
      [20, 2],
      [length, 'factor'],
    ],
    bands(3, 0),
  ),
  KC: {
    ...own(
      'price',
      [
        [20, 2, 10],
        [length, 'factor', 'rangeLength'],
      ],
      bands(5, 4),
    ),
    formula: keltner,
  },
  DC: { ...own('price', [[20], [length]], bands(2, 6)), formula: donchian },
  ICHIMOKU: {
    ...own(
      'price',
      [
        [9, 26, 52, 26],
        ['conversion', 'base', 'span', 'displacement'],
      ],
      [
        ['conversion', '', 2],
        ['base', '', 4],
        ['spanA', 'A', 5],
        ['spanB', 'B', 6],
        ['lagging', '', 1],
      ],
    ),
    formula: ichimoku,
    draw: drawCloud,
  },
  SAR: {
    ...own(
      'price',
      [
        [0.02, 0.02, 0.2],
        ['start', 'step', 'most'],
      ],
      [['sar', '', 3]],
    ),
    formula: parabolic,
    dots: true,
  },
  SUPERTREND: {
    ...own(
      'price',
      [
        [10, 3],
        [length, 'factor'],
      ],
      [
        ['rising', '', 'up'],
        ['falling', '', 'down'],
      ],
    ),
    formula: superTrend,
  },
  MACD: own(
    'price',
    [
      [12, 26, 9],
      ['fast', 'slow', 'signal'],
    ],
    [
      ['dif', 'DIF', 0],
      ['dea', 'DEA', 1],
      ['macd', '', 'sign'],
    ],
  ),
  RSI: averageForm('RSI', [6, 12, 24], { places: 2 }),
  KDJ: own(
    2,
    [
      [9, 3, 3],
      [length, 'smoothing', 'signal'],
    ],
    [
      ['k', 'K', 0],
      ['d', 'D', 1],
      ['j', 'J', 2],
    ],
  ),
  STOCH: {
    ...own(
      2,
      [
        [14, 3, 3],
        [length, 'smoothing', 'signal'],
      ],
      [
        ['k', 'K', 2],
        ['d', 'D', 4],
      ],
    ),
    formula: stochasticLines,
  },
  STOCHRSI: {
    ...own(
      2,
      [
        [14, 14, 3, 3],
        ['strength', length, 'smoothing', 'signal'],
      ],
      [
        ['k', 'K', 2],
        ['d', 'D', 4],
      ],
    ),
    formula: stochasticStrength,
  },
  CCI: own(2, [[20], [length]], [['cci', '', 2]]),
  WR: averageForm('WR', [14], { places: 2 }),
  ATR: { ...own('price', [[14], [length]], [['atr', '', 4]]), formula: rangeLine },
  DMI: {
    ...own(
      2,
      [
        [14, 14],
        [length, 'smoothing'],
      ],
      [
        ['pdi', '+DI', 'up'],
        ['mdi', '−DI', 'down'],
        ['adx', 'ADX', 0],
      ],
    ),
    formula: directionalMovement,
  },
  MFI: { ...own(2, [[14], [length]], [['mfi', '', 5]]), formula: moneyFlow },
  OBV: own(
    'volume',
    [[30], ['signal']],
    [
      ['obv', '', 2],
      ['maObv', 'MA', 0],
    ],
  ),
  CMF: { ...own(4, [[20], [length]], [['cmf', '', 5]]), formula: chaikinFlow },
  ROC: own(
    2,
    [
      [12, 6],
      [length, 'signal'],
    ],
    [
      ['roc', '', 2],
      ['maRoc', 'MA', 0],
    ],
  ),
  MTM: own(
    'price',
    [
      [12, 6],
      [length, 'signal'],
    ],
    [
      ['mtm', '', 2],
      ['maMtm', 'MA', 0],
    ],
  ),
  TRIX: {
    ...own(
      4,
      [
        [12, 9],
        [length, 'signal'],
      ],
      [
        ['trix', '', 2],
        ['maTrix', 'MA', 0],
      ],
    ),
    formula: tripleChange,
  },
  AROON: {
    ...own(
      2,
      [[14], [length]],
      [
        ['up', '↑', 'up'],
        ['down', '↓', 'down'],
      ],
    ),
    formula: aroon,
  },
};

const names = Object.keys(forms) as IndicatorName[];
const overCandles = new Set<string>([
  'WMA',
  'DEMA',
  'TEMA',
  'HMA',
  'VWAP',
  'VWMA',
  'KC',
  'DC',
  'ICHIMOKU',
  'SAR',
  'SUPERTREND',
]);
const known = new WeakSet<typeof Library>();

/** Registers these indicators with the chart and with its library. */
export function registerForms(library: typeof Library): void {
  addForms(forms);
  if (known.has(library)) return;
  known.add(library);
  for (const name of names) {
    const { formula, parameters, lines, dots, draw } = forms[name] ?? {};
    if (formula === undefined || parameters === undefined || lines === undefined) continue;
    const figures = (chosen: readonly number[]): IndicatorFigure[] =>
      lines(chosen).map(({ key }, place): IndicatorFigure => {
        if (dots !== true) return { key, type: 'line' };
        return {
          key,
          type: 'circle',
          styles: ({ indicator: { styles } }) => ({ color: styles?.lines?.[place]?.color ?? '' }),
          attrs: ({ barSpace: { halfGapBar } }) => ({ r: Math.min(Math.max(1.5, halfGapBar / 2), 3) }),
        };
      });
    library.registerIndicator({
      name,
      series: overCandles.has(name) ? 'price' : 'normal',
      calcParams: [...parameters],
      figures: figures(parameters),
      regenerateFigures: (chosen) => figures(chosen as number[]),
      calc: (candles, { calcParams }) => rowsOf(formula(candles, calcParams as number[])),
      ...(draw && { draw }),
    });
  }
}

/** Returns one object per candle, and one per position of the lines beyond the newest candle. */
export function rowsOf(lines: Lines): Record<string, number>[] {
  const keys = Object.keys(lines);
  const count = Math.max(0, ...keys.map((key) => lines[key]?.length ?? 0));
  return Array.from({ length: count }, (_, index) => {
    const row: Record<string, number> = {};
    for (const key of keys) {
      const value = lines[key]?.[index];
      if (value !== undefined && Number.isFinite(value)) row[key] = value;
    }
    return row;
  });
}
