import type { Interval, Lang, Market } from '@fft/contract';
import { candleAfter } from '@fft/contract';
import type { AxisRange, AxisTick, Chart, KLineData, NeighborData, Nullable } from 'klinecharts';
import type * as Library from 'klinecharts';
import { serverNow } from '../../../api/connection/index.ts';
import { type CandleLegends, createLegends } from './candle-legends.ts';
import { CandleLoader } from './candle-loader.ts';
import { shortNumber, timeLeft } from './chart-numbers.ts';
import type { ChartSettings } from '../settings/chart-settings.ts';
import { atTheFoot, legendLine, volumeShare, withRoom } from './chart-room.ts';
import { type ChartLook, chartStyles, isSameLook, legendOffset, lookAt } from './chart-styles.ts';
import { type ChartView, intervalOf, periodOf } from '../views/chart-views.ts';
import { fetchCode } from '../../../ui/lazy/index.ts';
import { keepFastTaps } from './fast-taps.ts';
import { formOf, indicatorOf, type IndicatorName, noLegend, signOf } from '../indicators/indicators.ts';
import { mainIndicators, type SubIndicator, subIndicators } from '../indicators/indicator-names.ts';
import type { Palette } from './palette.ts';

/** The library's name for the candles' pane. */
export const candlePane = 'candle_pane';
/** The volume's axis when it is drawn over the candles. */
const volumeAxis = 'volume-axis';

/** Room for the lowest price's mark below the candles, CSS px. */
const lowestRoom = 24;
/** Share of a low chart's height that a pane below the candles takes. */
const paneShare = 0.2;

export interface ChartForm extends ChartLook {
  /** Room between the legends and the candles, for the highest price's mark and labels, CSS px. */
  readonly roomTop: number;
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

/** One chart on one element, which loads its own live candles. */
export class CandleChart {
  readonly chart: Chart;
  readonly library: typeof Library;
  readonly #form: ChartForm;
  readonly #priceAxis: string;
  readonly #loader: CandleLoader;
  readonly #legends: CandleLegends;
  /** True once the element is gone and the chart can't be used any more. */
  isEnded = false;
  readonly #resized: ResizeObserver;
  #look: ChartLook;
  #shown: ChartShown;
  #interval: Interval;
  /** Returns the longest legend of the customer's trades; order labels leave room for it. */
  ownLegend: () => readonly string[] = () => [];
  /** The settings that each indicator was last drawn with, by name. */
  readonly #signs = new Map<string, string>();

  constructor(library: typeof Library, element: HTMLElement, form: ChartForm, shown: ChartShown) {
    this.library = library;
    this.#form = form;
    this.#look = lookAt(form, sizeOf(element));
    this.#shown = shown;
    this.#interval = intervalOf(shown.view);
    const chart = library.init(element, {
      locale: 'en-US',
      formatter: {
        formatBigNumber: (value) => shortNumber(Number(value), this.#shown.lang),
        formatExtendText: ({ data }) => this.#countdown(data),
      },
      // Writes small prices in full: readers would misread a subscript that counts zeros.
      decimalFold: { threshold: 1000 },
      layout: {
        barSpaceLimit: { min: 2, max: 40 },
        yAxis: { inside: this.#look.insideAxis },
        pane: { minHeight: 40 },
      },
    });
    if (chart === null) throw new Error('the chart’s element is gone');
    this.chart = chart;
    // Takes the library's container out of the tab order: the library's keys work without the focus.
    const root = chart.getDom();
    if (root !== null) {
      root.tabIndex = -1;
      keepFastTaps(chart, root);
    }
    this.#priceAxis = chart.getYAxes({ paneId: candlePane })[0]?.id ?? '';
    chart.setOffsetRightDistance(form.roomRight);
    chart.setBarSpace(form.barSpace);
    this.#loader = new CandleLoader(chart);
    this.#legends = createLegends(library, chart, () => ({
      ...this.#shown,
      ...this.#look,
      ownLegend: this.ownLegend(),
    }));
    this.#restyle();
    this.#apply();
    chart.setSymbol(this.#symbol());
    chart.setPeriod({ ...periodOf(this.#interval) });
    chart.setDataLoader(this.#loader);
    this.#resized = new ResizeObserver(() => this.#fit(sizeOf(element)));
    this.#resized.observe(element);
  }

  /** Switches the look when the chart becomes narrow or low, and back. */
  #fit(size: ReturnType<typeof sizeOf>): void {
    const [before, look] = [this.#look, lookAt(this.#form, size)];
    if (size.width === 0 || isSameLook(look, before)) return;
    this.#look = look;
    // The volume moves between the candles' pane and its own.
    if (look.volumeOver !== before.volumeOver) this.chart.removeIndicator({ id: 'VOL' });
    this.#restyle();
    this.#apply();
    for (const name of this.#shown.settings.sub) this.#styleSub(paneOf(name));
  }

  /** Shows another market or view, or applies changed settings, language or colours. */
  show(next: ChartShown): void {
    const before = this.#shown;
    this.#shown = next;
    const turned = next.market.symbol !== before.market.symbol;
    // Indicators keep the decimals and colours that they were created with, so the chart creates them again.
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
        tooltip: {
          legend: { template: (data: NeighborData<Nullable<KLineData>>) => this.#legends.ofCandle(data.current) },
        },
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

  /** Applies the settings to the axis and the indicators; unchanged indicators stay as they are. */
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
    const wanted = [...settings.main, ...settings.sub];
    for (const name of wanted.filter((each) => formOf(each) !== undefined)) {
      const sign = signOf(name, settings);
      if (!present.has(name)) this.#add(name);
      else if (sign !== this.#signs.get(name)) this.chart.overrideIndicator(this.#indicator(name));
      this.#signs.set(name, sign);
    }
    if (wanted.some((name) => formOf(name) === undefined)) void this.#loadForms();
  }

  /** Loads the formulas of the indicators that a new chart lacks. If loading fails, the chart works without those indicators. */
  async #loadForms(): Promise<void> {
    const more = await fetchCode(() => import('../indicators/formulas/more-indicators.ts')).catch(() => null);
    if (more === null || this.isEnded) return;
    more.registerForms(this.library);
    this.#apply();
  }

  #add(name: IndicatorName): void {
    const sub = subIndicators.find((one) => one === name);
    if (sub !== undefined) this.#addSub(sub);
    else this.chart.createIndicator({ ...this.#indicator(name), paneId: candlePane }, true);
  }

  /** Removes our indicators that are no longer chosen. */
  #keepIndicators(wanted: ReadonlySet<string>): void {
    for (const { id } of this.chart.getIndicators()) {
      if (isOurs(id) && !wanted.has(id)) this.chart.removeIndicator({ id });
    }
  }

  #addSub(name: SubIndicator): void {
    if (name === 'VOL' && this.#look.volumeOver) {
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
          // The volume's legend would overlap the prices' legend.
          createTooltipDataSource: () => noLegend,
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

  /** Leaves room above the candles for the legends, which wrap in a narrow chart, and below for the volume or the lowest price's mark. */
  #withRoom(range: AxisRange): AxisRange {
    const size = this.chart.getSize(candlePane, 'main');
    if (size === null || size.height === 0) return range;
    const top = legendLine * Math.max(1, this.#legends.lines('always')) + this.#form.roomTop;
    return withRoom(range, size.height, { top, bottom: this.#volumeOver() ? size.height * volumeShare : lowestRoom });
  }

  /** Height of the legends over the candles, CSS px: while a candle is pointed at, or at any time. */
  legendHeight(when: 'pointed' | 'always'): number {
    return legendOffset + legendLine * this.#legends.lines(when);
  }

  #volumeOver(): boolean {
    return this.#look.volumeOver && this.#shown.settings.sub.includes('VOL');
  }

  #indicator(name: IndicatorName) {
    return indicatorOf(name, () => ({ ...this.#shown, isShown: () => this.#legends.isShown(name) }));
  }

  #countdown({ timestamp }: KLineData): string {
    const now = serverNow();
    return now === null ? '--' : timeLeft(candleAfter(this.#interval, timestamp) - now);
  }
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({ width: clientWidth, height: clientHeight });

const paneOf = (name: SubIndicator): string => `pane-${name}`;

const mutedBars = ({ up, down, weak }: Palette) => ({
  upColor: `${up}59`,
  downColor: `${down}59`,
  noChangeColor: `${weak}59`,
});

const ourIndicators: readonly string[] = [...mainIndicators, ...subIndicators];

const isOurs = (id: string): boolean => ourIndicators.includes(id);

const withTrueMinus = (tick: AxisTick): AxisTick => ({ ...tick, text: tick.text.replace('-', '−') });
