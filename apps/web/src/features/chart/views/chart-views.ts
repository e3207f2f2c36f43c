import { type Interval, intervals } from '@fft/contract';

/** View of a chart: candles of an interval, or a line of every minute's closes. */
export type ChartView = 'line' | Interval;

export const chartViews: readonly ChartView[] = ['line', ...intervals];

export const intervalOf = (view: ChartView): Interval => (view === 'line' ? '1m' : view);

/** An interval as the chart library names it; the library forms the time axis from it. */
export interface ChartPeriod {
  readonly type: 'minute' | 'hour' | 'day' | 'week' | 'month';
  readonly span: number;
}

const periods: Readonly<Record<Interval, ChartPeriod>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
};

export const periodOf = (interval: Interval): ChartPeriod => periods[interval];

/** The interval of a library period. */
export function intervalOfPeriod({ type, span }: { readonly type: string; readonly span: number }): Interval {
  const found = intervals.find((interval) => periods[interval].type === type && periods[interval].span === span);
  if (found === undefined) throw new TypeError(`no candles of ${span} ${type}`);
  return found;
}
