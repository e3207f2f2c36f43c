/** The customer's tables, in one chunk. */
export { AutomaticTable } from './AutomaticTable.tsx';
export { BalancesTable } from './BalancesTable.tsx';
export { FillsTable, HistoryTable } from './HistoryTables.tsx';
export { OpenOrdersTable } from '../../../../features/orders/tables/OpenOrdersTable.tsx';
