import { lazySheet } from '../../ui/lazy/index.ts';

const loadSheets = () => import('./sheets.ts');

export const IndicatorSheet = lazySheet(() => loadSheets().then((sheets) => sheets.IndicatorSheet));
export const SettingsSheet = lazySheet(() => loadSheets().then((sheets) => sheets.SettingsSheet));
