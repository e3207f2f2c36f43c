/** What opens over a chart, in one piece of code that the chart can do without. */
export { IndicatorSheet } from './IndicatorSheet.tsx';
export { SettingsSheet } from './SettingsSheet.tsx';
