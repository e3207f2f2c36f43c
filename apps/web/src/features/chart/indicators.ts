import type { Lang, Market } from '@fft/contract';
import type { Chart, IndicatorCreate, TooltipLegend } from 'klinecharts';
import { plainNumber, shortNumber } from './chart-numbers.ts';
import type { MainIndicator, SubIndicator } from './chart-settings.ts';
import type { Palette } from './palette.ts';

export type IndicatorName = MainIndicator | SubIndicator;

interface NumberContext {
  readonly market: Market;
  readonly lang: Lang;
}

/** Language and number formats of the legends; it changes while an indicator is shown. */
interface LegendContext extends NumberContext {
  readonly palette: Palette;
  /** True if the legend is shown while no candle is pointed at. */
  readonly isShown: () => boolean;
}

interface IndicatorForm {
  readonly parameters: readonly number[];
  /** Key of each line in the library's results, and its label; without a label, its colour identifies it. */
  readonly lines: readonly (readonly [key: string, name: string])[];
  /** The name with its parameters precedes the lines. */
  readonly named: boolean;
  readonly places: 'price' | 'volume' | 2;
}

const averages = (name: string, parameters: readonly number[]): IndicatorForm => ({
  parameters,
  lines: parameters.map((count, index) => [`${name.toLowerCase()}${index + 1}`, `${name}${count}`]),
  named: false,
  places: 'price',
});

const forms: Readonly<Record<IndicatorName, IndicatorForm>> = {
  MA: averages('MA', [7, 25, 99]),
  EMA: averages('EMA', [7, 25, 99]),
  BOLL: {
    parameters: [20, 2],
    lines: [
      ['up', ''],
      ['mid', ''],
      ['dn', ''],
    ],
    named: true,
    places: 'price',
  },
  VOL: { parameters: [], lines: [['volume', '']], named: true, places: 'volume' },
  MACD: {
    parameters: [12, 26, 9],
    lines: [
      ['dif', 'DIF'],
      ['dea', 'DEA'],
      ['macd', ''],
    ],
    named: true,
    places: 'price',
  },
  RSI: { ...averages('RSI', [6, 12, 24]), places: 2 },
  KDJ: {
    parameters: [9, 3, 3],
    lines: [
      ['k', 'K'],
      ['d', 'D'],
      ['j', 'J'],
    ],
    named: true,
    places: 2,
  },
};

/**
 * Lines that don't use the first colours, as places in the palette's: the middle of the bands is the average and its edges share a colour, and both averages
 * can be shown together.
 */
const ownLines: Partial<Record<IndicatorName, readonly number[]>> = { BOLL: [3, 0, 3], EMA: [4, 5, 6] };

const lineColor = (name: IndicatorName, line: number, { lines, text }: Palette): string =>
  lines[ownLines[name]?.[line] ?? line] ?? text;

/** An indicator for the library, with legends in the customer's language and number format. */
export function indicatorOf(name: IndicatorName, context: () => LegendContext): IndicatorCreate {
  const { parameters, lines, named, places } = forms[name];
  return {
    name,
    id: name,
    calcParams: [...parameters],
    ...(places !== 'volume' && { precision: places === 'price' ? context().market.pricePlaces : places }),
    ...(ownLines[name] && {
      styles: { lines: lines.map((_, line) => ({ color: lineColor(name, line, context().palette), size: 1.2 })) },
    }),
    createTooltipDataSource: ({ chart, indicator, crosshair }) => {
      if (crosshair.paneId === undefined && !context().isShown()) return noLegend;
      const row = rowOf(indicator.result, crosshair.dataIndex, chart);
      return {
        name: named ? [name, ...parameters].join(' ') : '',
        calcParamsText: '',
        features: [],
        legends: lines.map(([key, title], place) => legend(name, { title, value: row[key], place }, context())),
      };
    },
  };
}

/** A legend that takes no line. */
export const noLegend = { name: '', calcParamsText: '', features: [], legends: [] };

/** The parts of an indicator's legend where all its values are this one, for their widths. */
export function legendParts(name: IndicatorName, value: number, context: NumberContext): readonly string[] {
  const { lines, named, parameters, places } = forms[name];
  const title = named ? [[name, ...parameters].join(' ')] : [];
  return [...title, ...lines.map(([, label]) => `${label === '' ? '' : `${label} `}${textOf(places, value, context)}`)];
}

interface LegendLine {
  readonly title: string;
  readonly value: number | undefined;
  readonly place: number;
}

function legend(name: IndicatorName, { title, value, place }: LegendLine, context: LegendContext): TooltipLegend {
  const { palette } = context;
  const color = colorOf(name, place, value, palette);
  return {
    title: { text: title === '' ? '' : `${title} `, color },
    value: { text: textOf(forms[name].places, value, context), color },
  };
}

function colorOf(name: IndicatorName, place: number, value: number | undefined, palette: Palette): string {
  if (name === 'VOL') return palette.text;
  if (name === 'MACD' && place === 2) return (value ?? 0) < 0 ? palette.down : palette.up;
  return lineColor(name, place, palette);
}

function textOf(places: IndicatorForm['places'], value: number | undefined, { market, lang }: NumberContext): string {
  if (places === 'volume') return shortNumber(value, lang);
  return plainNumber(value, places === 'price' ? market.pricePlaces : places);
}

/** The results at the crosshair, or at the newest candle. */
function rowOf(
  result: readonly unknown[],
  index: number | undefined,
  chart: Chart,
): Record<string, number | undefined> {
  const newest = chart.getDataList().length - 1;
  const row = result[index === undefined ? newest : Math.min(Math.max(index, 0), newest)];
  // The library's own indicators return one object of numbers per candle.
  return typeof row === 'object' && row !== null ? (row as Record<string, number | undefined>) : {};
}
