export { DateChip } from './DateChip.tsx';
export { type DateRange, everyDay, timesOf } from './date-range.ts';
