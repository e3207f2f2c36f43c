/** Sheets over a chart, in one file that the chart doesn't need for its first paint. */
export { IndicatorSheet } from './IndicatorSheet.tsx';
export { SettingsSheet } from './SettingsSheet.tsx';
