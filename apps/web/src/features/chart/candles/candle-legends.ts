import type { Lang, Market } from '@fft/contract';
import type { Chart, KLineData, Nullable, TooltipLegend } from 'klinecharts';
import type * as Library from 'klinecharts';
import { percentChange, plainNumber } from './chart-numbers.ts';
import type { ChartSettings } from '../settings/chart-settings.ts';
import { axisWidth, legendLine, legendLines, legendsWithin } from './chart-room.ts';
import { fontSize, legendGap } from './chart-styles.ts';
import { type IndicatorName, legendParts } from '../indicators/indicators.ts';
import type { Palette } from './palette.ts';

/** Labels of the legend over the candles. */
const legendLetters: Readonly<Record<Lang, readonly [string, string, string, string]>> = {
  zh: ['开', '高', '低', '收'],
  en: ['O', 'H', 'L', 'C'],
};

/** Minimum width of a chart whose legend includes the candle's change, CSS px. */
const changeFrom = 480;
/** Share of a chart's height that the averages' legends may take while no candle is pointed at. */
const maxAverageShare = 0.2;

interface Shown {
  /** The longest legend of the customer's trades, shown below the averages while a candle is pointed at. */
  readonly ownLegend: readonly string[];
  readonly market: Market;
  readonly lang: Lang;
  readonly palette: Palette;
  readonly settings: ChartSettings;
  readonly alwaysLegend: boolean;
}

/** The legends over the candles: one of the candle and one of each average. All appear while a candle is pointed at, else only those that fit. */
export interface CandleLegends {
  /** Number of lines that the legends fill. */
  lines(when: 'pointed' | 'always'): number;
  /** True if this indicator's legend is shown while no candle is pointed at. */
  isShown(name: IndicatorName): boolean;
  /** The legend of a candle. */
  ofCandle(bar: Nullable<KLineData>): TooltipLegend[];
}

export function createLegends(library: typeof Library, chart: Chart, shown: () => Shown): CandleLegends {
  const newest = (): KLineData | null => chart.getDataList().at(-1) ?? null;
  const size = () => chart.getSize() ?? { width: 0, height: 0 };

  function linesOf(parts: readonly string[]): number {
    // The library measures the pane after its range, so this uses the chart's width less the axis, wherever the axis is.
    const width = size().width - axisWidth - legendGap;
    const { font } = shown().palette;
    return legendLines(
      parts.map((text) => library.utils.calcTextWidth(text, fontSize, 'normal', font)),
      width,
    );
  }

  /** Number of lines of each average's legend. */
  function averages(): readonly number[] {
    const price = newest()?.close ?? 0;
    return shown().settings.main.map((name) => linesOf(legendParts(name, price, shown())));
  }

  const fitting = (lines: readonly number[]): number =>
    legendsWithin(lines, (size().height * maxAverageShare) / legendLine);

  function ofCandle(bar: Nullable<KLineData>): TooltipLegend[] {
    if (bar === null) return [];
    const { lang, market, palette } = shown();
    const { weak, text, up, down } = palette;
    const prices = [bar.open, bar.high, bar.low, bar.close];
    const color = bar.close < bar.open ? down : bar.close > bar.open ? up : text;
    const change = { title: { text: '', color: weak }, value: { text: percentChange(bar.open, bar.close), color } };
    return [
      ...legendLetters[lang].map((letter, place) => ({
        title: { text: `${letter} `, color: weak },
        value: { text: plainNumber(prices[place], market.pricePlaces), color: text },
      })),
      // A narrow chart shows only the four prices: the change doesn't fit on their line.
      ...(size().width < changeFrom ? [] : [change]),
    ];
  }

  return {
    ofCandle,
    lines: (when) => {
      const all = averages();
      const isPointed = when === 'pointed';
      const own = isPointed || shown().alwaysLegend ? linesOf(ofCandle(newest()).map(textOf)) : 0;
      const { ownLegend } = shown();
      const further = isPointed && ownLegend.length > 0 ? linesOf(ownLegend) : 0;
      return (isPointed ? all : all.slice(0, fitting(all))).reduce((sum, lines) => sum + lines, own + further);
    },
    isShown: (name) => {
      const place = shown().settings.main.findIndex((each) => each === name);
      return place < 1 || place < fitting(averages());
    },
  };
}

/** The text of a legend's part. The library types it as text or text with a colour. */
const textOf = ({ title, value }: TooltipLegend): string =>
  [title, value].map((each) => (typeof each === 'string' ? each : each.text)).join('');
