/** Tables that the customer turns to, in one chunk. */
export { BalancesTable } from './BalancesTable.tsx';
export { FillsTable, HistoryTable } from './HistoryTables.tsx';
