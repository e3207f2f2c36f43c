import { loadMarketDrawer } from '../../features/market-list/lazy-market-drawer.ts';
import { loadCancelQuestion } from '../../features/orders/lazy-cancel-question.ts';
import { lazySheet } from '../../ui/lazy/index.ts';

const loadSheets = () => import('./sheets.ts');

/** Loads the code of the sheets before the first tap. A failure is ignored: the tap loads it again. */
export function preloadSheets(): void {
  for (const load of [loadSheets, loadMarketDrawer, loadCancelQuestion]) void load().catch(() => undefined);
}

export const AdvancedSheet = lazySheet(() => loadSheets().then((sheets) => sheets.AdvancedSheet));
export const ConfirmSheet = lazySheet(() => loadSheets().then((sheets) => sheets.ConfirmSheet));
export const FaucetSheet = lazySheet(() => loadSheets().then((sheets) => sheets.FaucetSheet));
export const MarketMenu = lazySheet(() => loadSheets().then((sheets) => sheets.MarketMenu));
