import { lateSheet } from '../../ui/lazy/index.ts';

const loadSheets = () => import('./sheets.ts');

export const IndicatorSheet = lateSheet(() => loadSheets().then((sheets) => sheets.IndicatorSheet));
export const SettingsSheet = lateSheet(() => loadSheets().then((sheets) => sheets.SettingsSheet));
