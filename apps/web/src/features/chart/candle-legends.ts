import type { Lang, Market } from '@fft/contract';
import type { Chart, KLineData, Nullable, TooltipLegend } from 'klinecharts';
import type * as Library from 'klinecharts';
import { percentChange, plainNumber } from './chart-numbers.ts';
import type { MainIndicator } from './chart-settings.ts';
import { axisWidth, legendLine, legendLines, legendsWithin } from './chart-room.ts';
import { fontSize, legendGap } from './chart-styles.ts';
import { type IndicatorName, legendParts } from './indicators.ts';
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
  readonly market: Market;
  readonly lang: Lang;
  readonly palette: Palette;
  readonly settings: { readonly main: readonly MainIndicator[] };
  readonly alwaysLegend: boolean;
}

/** The legends over the candles: that of the candle itself, and one of each average. All are shown while a candle is pointed at, and as many as have room otherwise. */
export class CandleLegends {
  readonly #library: typeof Library;
  readonly #chart: Chart;
  readonly #shown: () => Shown;

  constructor(library: typeof Library, chart: Chart, shown: () => Shown) {
    this.#library = library;
    this.#chart = chart;
    this.#shown = shown;
  }

  /** The lines that they fill. */
  lines(when: 'pointed' | 'always'): number {
    const averages = this.#averages();
    const shown = when === 'pointed' ? averages : averages.slice(0, this.#fitting(averages));
    const hasOwn = when === 'pointed' || this.#shown().alwaysLegend;
    const own = hasOwn ? this.#linesOf(this.ofCandle(this.#newest()).map(textOf)) : 0;
    return shown.reduce((all, lines) => all + lines, own);
  }

  /** True if this indicator's legend is shown while no candle is pointed at. */
  isShown(name: IndicatorName): boolean {
    const place = this.#shown().settings.main.findIndex((each) => each === name);
    return place < 1 || place < this.#fitting(this.#averages());
  }

  /** The legend of a candle. */
  ofCandle(bar: Nullable<KLineData>): TooltipLegend[] {
    if (bar === null) return [];
    const { lang, market, palette } = this.#shown();
    const { weak, text, up, down } = palette;
    const prices = [bar.open, bar.high, bar.low, bar.close];
    const color = bar.close < bar.open ? down : bar.close > bar.open ? up : text;
    const change = { title: { text: '', color: weak }, value: { text: percentChange(bar.open, bar.close), color } };
    return [
      ...legendLetters[lang].map((letter, place) => ({
        title: { text: `${letter} `, color: weak },
        value: { text: plainNumber(prices[place], market.pricePlaces), color: text },
      })),
      // If the five don't fit on one line, only the four prices are shown.
      ...((this.#chart.getSize()?.width ?? 0) < changeFrom ? [] : [change]),
    ];
  }

  /** The lines of each average's legend. */
  #averages(): readonly number[] {
    const { settings, ...context } = this.#shown();
    const price = this.#newest()?.close ?? 0;
    return settings.main.map((name) => this.#linesOf(legendParts(name, price, context)));
  }

  #fitting(averages: readonly number[]): number {
    return legendsWithin(averages, ((this.#chart.getSize()?.height ?? 0) * maxAverageShare) / legendLine);
  }

  #linesOf(parts: readonly string[]): number {
    // The pane's own width is measured after its range: the axis is subtracted, wherever it is.
    const width = (this.#chart.getSize()?.width ?? 0) - axisWidth - legendGap;
    const { font } = this.#shown().palette;
    const widthOf = (text: string): number => this.#library.utils.calcTextWidth(text, fontSize, 'normal', font);
    return legendLines(parts.map(widthOf), width);
  }

  #newest(): KLineData | null {
    return this.#chart.getDataList().at(-1) ?? null;
  }
}

/** The text of a legend's part. The library types it as text or text with a colour. */
const textOf = ({ title, value }: TooltipLegend): string =>
  [title, value].map((each) => (typeof each === 'string' ? each : each.text)).join('');
