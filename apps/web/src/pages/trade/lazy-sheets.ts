import { lazy } from 'react';

/** Loads the code of the sheets ahead of the first tap. */
export const loadSheets = () => import('./sheets.ts');

export const AdvancedSheet = lazy(() => loadSheets().then((sheets) => ({ default: sheets.AdvancedSheet })));
export const CancelQuestion = lazy(() => loadSheets().then((sheets) => ({ default: sheets.CancelQuestion })));
export const ConfirmSheet = lazy(() => loadSheets().then((sheets) => ({ default: sheets.ConfirmSheet })));
export const FaucetSheet = lazy(() => loadSheets().then((sheets) => ({ default: sheets.FaucetSheet })));
export const MarketDrawer = lazy(() => loadSheets().then((sheets) => ({ default: sheets.MarketDrawer })));
