import { lazyContent, lazyDialog, lazyPart, lazySheet } from '../../../ui/lazy/index.ts';
import { loadLateLayout } from './layout/use-late-layout.ts';
import { RowsLoading } from './tables/RowsLoading.tsx';

const loadTables = () => import('./tables/late-tables.ts');

/** Guests have none of them, and the market comes first. */
export const OpenOrdersTable = lazyContent(() => loadTables().then((m) => m.OpenOrdersTable), RowsLoading);
export const AutomaticTable = lazyContent(() => loadTables().then((m) => m.AutomaticTable), RowsLoading);
export const HistoryTable = lazyContent(() => loadTables().then((m) => m.HistoryTable), RowsLoading);
export const FillsTable = lazyContent(() => loadTables().then((m) => m.FillsTable), RowsLoading);
export const BalancesTable = lazyContent(() => loadTables().then((m) => m.BalancesTable), RowsLoading);

export const NothingListed = lazyPart(() =>
  import('../../../features/market-list/NothingListed.tsx').then((m) => m.NothingListed),
);

/** Guests have none. */
export const CoinGain = lazyPart(() => import('./panels/CoinGain.tsx').then((m) => m.CoinGain));

export const LayoutMenu = lazyPart(() => loadLateLayout().then((m) => m.LayoutMenu));

/** Loaded for who draws. */
export const ChartDrawings = lazyPart(() => import('./panels/ChartDrawings.tsx').then((m) => m.ChartDrawings));

/** Loaded for who wants several. */
export const MoreCharts = lazyPart(() => import('./panels/MoreCharts.tsx').then((m) => m.MoreCharts));

/** Hidden until the customer shows it. */
export const LadderPanel = lazyContent(
  () => import('./ladder/LadderPanel.tsx').then((m) => m.LadderPanel),
  RowsLoading,
);

/** Loaded for who wants to hear them. */
export const OrderSounds = lazyPart(() => import('./sounds/OrderSounds.tsx').then((m) => m.OrderSounds));

export const KeysSheet = lazySheet(() => import('./keys/KeysSheet.tsx').then((m) => m.KeysSheet));
export const CancelAllQuestion = lazyDialog(
  () => import('../orders/CancelAllQuestion.tsx').then((m) => m.CancelAllQuestion),
  { isOpen: ({ open }) => open, close: ({ onClose }) => onClose() },
);
