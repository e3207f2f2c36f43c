export { DateChip } from './DateChip.tsx';
export { type DateRange, endOfDay, everyDay, timesOf } from './date-range.ts';
