/** Sheets over a chart, in one file that the chart doesn't need for its first paint. */
export { IndicatorSheet } from './indicators/IndicatorSheet.tsx';
export { SettingsSheet } from './settings/SettingsSheet.tsx';
