import type { Interval, Lang, Market } from '@fft/contract';
import { candleAfter } from '@fft/contract';
import type { AxisRange, AxisTick, Chart, KLineData, NeighborData, Nullable, TooltipLegend } from 'klinecharts';
import type * as Library from 'klinecharts';
import { serverNow } from '../../api/connection/index.ts';
import { CandleLoader } from './candle-loader.ts';
import { percentChange, plainNumber, shortNumber, timeLeft } from './chart-numbers.ts';
import type { ChartSettings, SubIndicator } from './chart-settings.ts';
import { atTheFoot, axisWidth, legendLine, legendLines, volumeShare, withRoom } from './chart-room.ts';
import { type ChartLook, chartStyles, fontSize, legendGap, legendOffset, lookAt } from './chart-styles.ts';
import { type ChartView, intervalOf, periodOf } from './chart-views.ts';
import { keepFastTaps } from './fast-taps.ts';
import { indicatorOf, type IndicatorName, legendParts, type LegendContext } from './indicators.ts';
import type { Palette } from './palette.ts';

/** The library's name for the candles' pane. */
export const candlePane = 'candle_pane';
/** The volume's axis when it is drawn over the candles. */
const volumeAxis = 'volume-axis';

/** Room for the lowest price's mark below the candles, CSS px. */
const lowestRoom = 24;
/** Share of a low chart's height that a pane below the candles takes. */
const paneShare = 0.24;

export interface ChartForm extends ChartLook {
  /** Room between the legends and the candles, for the highest price's mark and labels, CSS px. */
  readonly roomTop: number;
  /** Draws the volume at the bottom of the candles instead of in a pane of its own. */
  readonly volumeOver: boolean;
  /** Height of a pane below the candles, CSS px. */
  readonly paneHeight: number;
  /** Room between the newest candle and the right edge, CSS px. */
  readonly roomRight: number;
  readonly barSpace: number;
}

export interface ChartShown {
  readonly market: Market;
  readonly view: ChartView;
  readonly settings: ChartSettings;
  readonly lang: Lang;
  readonly palette: Palette;
}

/** Minimum width of a chart whose legend includes the candle's change, CSS px. */
const changeFrom = 480;

/** Labels of the legend over the candles. */
const legendLetters: Readonly<Record<Lang, readonly [string, string, string, string]>> = {
  zh: ['开', '高', '低', '收'],
  en: ['O', 'H', 'L', 'C'],
};

/** One chart on one element, which loads its own live candles. */
export class CandleChart {
  readonly chart: Chart;
  readonly library: typeof Library;
  readonly #form: ChartForm;
  readonly #priceAxis: string;
  readonly #loader: CandleLoader;
  /** True once the element is gone and the chart can't be used any more. */
  isEnded = false;
  readonly #resized: ResizeObserver;
  #look: ChartLook;
  #shown: ChartShown;
  #interval: Interval;

  constructor(library: typeof Library, element: HTMLElement, form: ChartForm, shown: ChartShown) {
    this.library = library;
    this.#form = form;
    this.#look = lookAt(form, element.clientWidth);
    this.#shown = shown;
    this.#interval = intervalOf(shown.view);
    const chart = library.init(element, {
      locale: 'en-US',
      formatter: {
        formatBigNumber: (value) => shortNumber(Number(value), this.#shown.lang),
        formatExtendText: ({ data }) => this.#countdown(data),
      },
      // Small prices are written out: zeros folded into an index would be read wrong.
      decimalFold: { threshold: 1000 },
      layout: {
        barSpaceLimit: { min: 2, max: 40 },
        yAxis: { inside: this.#look.insideAxis },
        pane: { minHeight: 40 },
      },
    });
    if (chart === null) throw new Error('the chart’s element is gone');
    this.chart = chart;
    // The library makes its container the first tab stop; its keys work without the focus.
    const root = chart.getDom();
    if (root !== null) {
      root.tabIndex = -1;
      keepFastTaps(chart, root);
    }
    this.#priceAxis = chart.getYAxes({ paneId: candlePane })[0]?.id ?? '';
    chart.setOffsetRightDistance(form.roomRight);
    chart.setBarSpace(form.barSpace);
    this.#loader = new CandleLoader(chart);
    this.#restyle();
    this.#apply();
    chart.setSymbol(this.#symbol());
    chart.setPeriod({ ...periodOf(this.#interval) });
    chart.setDataLoader(this.#loader);
    this.#resized = new ResizeObserver(() => this.#fit(element.clientWidth));
    this.#resized.observe(element);
  }

  /** Puts the axis beside the candles once the chart is narrow, and back. */
  #fit(width: number): void {
    const look = lookAt(this.#form, width);
    if (width === 0 || look.insideAxis === this.#look.insideAxis) return;
    this.#look = look;
    this.#restyle();
    this.#apply();
    for (const name of this.#shown.settings.sub) this.#styleSub(paneOf(name));
  }

  /** Shows something else, or the same in another way. */
  show(next: ChartShown): void {
    const before = this.#shown;
    this.#shown = next;
    const turned = next.market.symbol !== before.market.symbol;
    // Indicators keep the places and colours that they were made with.
    if (turned || next.palette !== before.palette) this.#keepIndicators(new Set());
    this.#restyle();
    this.#apply();
    const interval = intervalOf(next.view);
    if (turned) this.chart.setSymbol(this.#symbol());
    if (interval !== this.#interval) {
      this.#interval = interval;
      this.chart.setPeriod({ ...periodOf(interval) });
    }
  }

  #restyle(): void {
    const { settings, view, palette } = this.#shown;
    const styled = view === 'line' ? { ...settings, candleType: 'area' as const } : settings;
    const styles = chartStyles(palette, styled, this.#look);
    this.chart.setStyles(styles);
    this.chart.setStyles({
      candle: {
        tooltip: { legend: { template: (data: NeighborData<Nullable<KLineData>>) => this.#legends(data.current) } },
      },
    });
  }

  end(): void {
    this.#resized.disconnect();
    this.#loader.end();
    this.isEnded = true;
    this.library.dispose(this.chart);
  }

  #symbol() {
    const { symbol, pricePlaces, quantityPlaces } = this.#shown.market;
    return { ticker: symbol, pricePrecision: pricePlaces, volumePrecision: quantityPlaces };
  }

  /** Applies the settings to the axis and the indicators; existing ones are left alone. */
  #apply(): void {
    const { settings } = this.#shown;
    this.chart.overrideYAxis({
      paneId: candlePane,
      id: this.#priceAxis,
      name: settings.scale,
      inside: this.#look.insideAxis,
      gap: { top: 0, bottom: 0 },
      createRange: ({ defaultRange }) => this.#withRoom(defaultRange),
      createTicks: ({ defaultTicks }) => defaultTicks.map(withTrueMinus),
    });
    this.#keepIndicators(new Set<string>([...settings.main, ...settings.sub]));
    const present = new Set(this.chart.getIndicators().map(({ id }) => id));
    for (const name of settings.main) {
      if (!present.has(name)) this.chart.createIndicator({ ...this.#indicator(name), paneId: candlePane }, true);
    }
    for (const name of settings.sub) if (!present.has(name)) this.#addSub(name);
  }

  /** Removes our indicators that are no longer chosen. */
  #keepIndicators(wanted: ReadonlySet<string>): void {
    for (const { id } of this.chart.getIndicators()) {
      if (isOurs(id) && !wanted.has(id)) this.chart.removeIndicator({ id });
    }
  }

  #addSub(name: SubIndicator): void {
    if (name === 'VOL' && this.#form.volumeOver) {
      this.chart.createYAxis({
        paneId: candlePane,
        id: volumeAxis,
        needWidget: false,
        gap: { top: 0, bottom: 0 },
        createRange: ({ defaultRange }) => atTheFoot(defaultRange),
      });
      this.chart.createIndicator(
        {
          ...this.#indicator(name),
          paneId: candlePane,
          yAxisId: volumeAxis,
          zLevel: -1,
          styles: { bars: [mutedBars(this.#shown.palette)] },
          // Its figures would overlap those of the prices.
          createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
        },
        true,
      );
      return;
    }
    const paneId = paneOf(name);
    this.chart.createIndicator({ ...this.#indicator(name), paneId });
    const height = Math.min(this.#form.paneHeight, (this.chart.getSize()?.height ?? Infinity) * paneShare);
    this.chart.setPaneOptions({ id: paneId, height, minHeight: 40, dragEnabled: true });
    this.#styleSub(paneId);
  }

  #styleSub(paneId: string): void {
    const { insideAxis: inside } = this.#look;
    this.chart.overrideYAxis({ paneId, inside, createTicks: ({ defaultTicks }) => defaultTicks.map(withTrueMinus) });
  }

  /** Leaves room above the candles for the legends, whose lines wrap in a narrow chart, and below them for the volume or the lowest price's mark. */
  #withRoom(range: AxisRange): AxisRange {
    const size = this.chart.getSize(candlePane, 'main');
    if (size === null || size.height === 0) return range;
    const top = legendLine * Math.max(1, this.#legendLines(this.#form.alwaysLegend)) + this.#form.roomTop;
    return withRoom(range, size.height, { top, bottom: this.#volumeOver() ? size.height * volumeShare : lowestRoom });
  }

  /** The height of the legends over the candles, while one is pointed at or always, CSS px. */
  legendHeight(when: 'pointed' | 'always'): number {
    return legendOffset + legendLine * this.#legendLines(when === 'pointed' || this.#form.alwaysLegend);
  }

  /** The lines of the legends over the candles, with or without that of the candle itself. */
  #legendLines(withCandle: boolean): number {
    // The pane's own width is measured after its range: the axis is subtracted, wherever it is.
    const width = (this.chart.getSize()?.width ?? 0) - axisWidth - legendGap;
    const { settings, palette } = this.#shown;
    const widthOf = (text: string): number => this.library.utils.calcTextWidth(text, fontSize, 'normal', palette.font);
    const bar = this.chart.getDataList().at(-1) ?? null;
    return [
      ...(withCandle ? [this.#legends(bar).map(textOf)] : []),
      ...settings.main.map((name) => legendParts(name, bar?.close ?? 0, this.#shown)),
    ].reduce((all, parts) => all + legendLines(parts.map(widthOf), width), 0);
  }

  #volumeOver(): boolean {
    return this.#form.volumeOver && this.#shown.settings.sub.includes('VOL');
  }

  #indicator(name: IndicatorName) {
    return indicatorOf(name, (): LegendContext => this.#shown);
  }

  #countdown({ timestamp }: KLineData): string {
    const now = serverNow();
    return now === null ? '--' : timeLeft(candleAfter(this.#interval, timestamp) - now);
  }

  #legends(bar: Nullable<KLineData>): TooltipLegend[] {
    if (bar === null) return [];
    const { lang, market, palette } = this.#shown;
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
      ...((this.chart.getSize()?.width ?? 0) < changeFrom ? [] : [change]),
    ];
  }
}

const paneOf = (name: SubIndicator): string => `pane-${name}`;

/** The text of a legend's part. The library types it as text or text with a colour. */
const textOf = ({ title, value }: TooltipLegend): string =>
  [title, value].map((each) => (typeof each === 'string' ? each : each.text)).join('');

const mutedBars = ({ up, down, weak }: Palette) => ({
  upColor: `${up}59`,
  downColor: `${down}59`,
  noChangeColor: `${weak}59`,
});

const ourIndicators: readonly string[] = ['MA', 'EMA', 'BOLL', 'VOL', 'MACD', 'RSI', 'KDJ'] satisfies IndicatorName[];

const isOurs = (id: string): boolean => ourIndicators.includes(id);

const withTrueMinus = (tick: AxisTick): AxisTick => ({ ...tick, text: tick.text.replace('-', '−') });
