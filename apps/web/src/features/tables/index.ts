export { byDecimal, byNumber, byText } from './by.ts';
export { type Column, SortTable } from './SortTable.tsx';
