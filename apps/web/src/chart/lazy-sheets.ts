import { lazy } from 'react';

const loadSheets = () => import('./sheets.ts');

export const IndicatorSheet = lazy(() => loadSheets().then((sheets) => ({ default: sheets.IndicatorSheet })));
export const SettingsSheet = lazy(() => loadSheets().then((sheets) => ({ default: sheets.SettingsSheet })));
