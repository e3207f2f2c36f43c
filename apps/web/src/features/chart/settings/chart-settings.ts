import { createSignal } from '@fft/kit';
import { useSyncExternalStore } from 'react';
import { type ChartView, chartViews } from '../views/chart-views.ts';
import { type MainIndicator, mainIndicators, type SubIndicator, subIndicators } from '../indicators/indicator-names.ts';

export const candleTypes = ['candle_solid', 'candle_up_stroke', 'ohlc', 'area'] as const;
export type CandleType = (typeof candleTypes)[number];

export const priceScales = ['normal', 'logarithm', 'percentage'] as const;
export type PriceScale = (typeof priceScales)[number];

export const chartCounts = [1, 2, 4] as const;
export type ChartCount = (typeof chartCounts)[number];

export interface MoreChart {
  readonly symbol: string;
  readonly view: ChartView;
}

export type ByIndicator = Readonly<Partial<Record<MainIndicator | SubIndicator, readonly number[]>>>;

/** Chart settings of this device; the same in every market. */
export interface ChartSettings {
  readonly view: ChartView;
  readonly candleType: CandleType;
  readonly scale: PriceScale;
  readonly main: readonly MainIndicator[];
  readonly sub: readonly SubIndicator[];
  /** Parameters that differ from an indicator's defaults. */
  readonly parameters: ByIndicator;
  /** Line colours that differ from an indicator's defaults, as indexes of the palette's `lines`. */
  readonly colors: ByIndicator;
  /** Writes the highest and the lowest visible price beside their candles. */
  readonly extremes: boolean;
  /** Shows the time left to the current candle at the last price. */
  readonly countdown: boolean;
  /** Draws the customer's open orders as lines. */
  readonly orders: boolean;
  /** Draws the customer's waiting price alerts as lines. */
  readonly alerts: boolean;
  /** Marks the customer's trades at their candles. */
  readonly fills: boolean;
  /** How many charts the workspace shows. */
  readonly charts: ChartCount;
  /** The market whose line is drawn over the candles; null for none. */
  readonly compared: string | null;
  /** What the charts beside the first one show. A chart without a symbol chooses a market by itself. */
  readonly more: readonly MoreChart[];
}

export const defaultSettings: ChartSettings = {
  view: '1h',
  candleType: 'candle_solid',
  scale: 'normal',
  main: ['MA'],
  sub: ['VOL'],
  parameters: {},
  colors: {},
  extremes: true,
  countdown: true,
  orders: true,
  alerts: true,
  fills: true,
  charts: 1,
  compared: null,
  more: [],
};

const maxNumbers = 5;
const maxMore = 3;
const maxSymbolLength = 30;
const storageKey = 'chart-settings';
const changes = createSignal();
let read: { readonly text: string | null; readonly settings: ChartSettings } = {
  text: null,
  settings: defaultSettings,
};

function oneOf<T extends string>(all: readonly T[], value: unknown, standard: T): T {
  return all.find((one) => one === value) ?? standard;
}

function someOf<T extends string>(all: readonly T[], value: unknown, standard: readonly T[]): readonly T[] {
  return Array.isArray(value) ? all.filter((one) => value.includes(one)) : standard;
}

/** Reads numbers by indicator. The indicator's form checks later whether they are valid. */
function numbersOf(value: unknown): ByIndicator {
  if (typeof value !== 'object' || value === null) return {};
  const known: Readonly<Partial<Record<string, unknown>>> = { ...value };
  return Object.fromEntries(
    [...mainIndicators, ...subIndicators].flatMap((name) => {
      const list = known[name];
      const isList = Array.isArray(list) && list.every((one) => typeof one === 'number' && one >= 0);
      return isList && list.length <= maxNumbers ? [[name, list]] : [];
    }),
  );
}

const readSymbol = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= maxSymbolLength ? value : null;

function readMore(value: unknown): MoreChart {
  const { symbol, view }: { symbol?: unknown; view?: unknown } =
    typeof value === 'object' && value !== null ? value : {};
  return {
    symbol: readSymbol(symbol) ?? '',
    view: oneOf(chartViews, view, defaultSettings.view),
  };
}

const flag = (value: unknown, standard: boolean): boolean => (typeof value === 'boolean' ? value : standard);

/** Parses the stored settings; defaults replace missing and unknown values. */
export function parseSettings(text: string | null): ChartSettings {
  let stored: Partial<Record<keyof ChartSettings, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) stored = parsed;
  } catch {
    // Invalid JSON counts as no settings.
  }
  const standard = defaultSettings;
  return {
    view: oneOf(chartViews, stored.view, standard.view),
    candleType: oneOf(candleTypes, stored.candleType, standard.candleType),
    scale: oneOf(priceScales, stored.scale, standard.scale),
    main: someOf(mainIndicators, stored.main, standard.main),
    sub: someOf(subIndicators, stored.sub, standard.sub),
    parameters: numbersOf(stored.parameters),
    colors: numbersOf(stored.colors),
    extremes: flag(stored.extremes, standard.extremes),
    countdown: flag(stored.countdown, standard.countdown),
    orders: flag(stored.orders, standard.orders),
    alerts: flag(stored.alerts, standard.alerts),
    fills: flag(stored.fills, standard.fills),
    charts: chartCounts.find((count) => count === stored.charts) ?? standard.charts,
    compared: readSymbol(stored.compared),
    more: Array.isArray(stored.more) ? stored.more.slice(0, maxMore).map(readMore) : standard.more,
  };
}

function current(): ChartSettings {
  const text = localStorage.getItem(storageKey);
  if (text !== read.text) read = { text, settings: parseSettings(text) };
  return read.settings;
}

export const useChartSettings = (): ChartSettings => useSyncExternalStore(changes.subscribe, current);

export const onChartSettings = changes.subscribe;

/** The settings as text, without parameters and colours of indicators that aren't shown. */
export function chartSettingsText(): string {
  const { parameters, colors, ...settings } = current();
  const chosen: readonly string[] = [...settings.main, ...settings.sub];
  const ofChosen = (values: ByIndicator): ByIndicator =>
    Object.fromEntries(Object.entries(values).filter(([name]) => chosen.includes(name)));
  return JSON.stringify({ ...settings, parameters: ofChosen(parameters), colors: ofChosen(colors) });
}

/** Changes some of the settings and stores them. */
export function changeChartSettings(change: Partial<ChartSettings>): void {
  localStorage.setItem(storageKey, JSON.stringify({ ...current(), ...change }));
  changes.notify();
}
