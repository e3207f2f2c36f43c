import { latePart, lateSheet } from '../../ui/lazy/index.ts';

const loadSheets = () => import('./sheets.ts');

/** Loads the code of the sheets ahead of the first tap. What can't be had now is asked for again by that. */
export const sheetsAhead = (): void => void loadSheets().catch(() => undefined);

export const AdvancedSheet = lateSheet(() => loadSheets().then((sheets) => sheets.AdvancedSheet));
export const CancelQuestion = latePart(() => loadSheets().then((sheets) => sheets.CancelQuestion), {
  isOpen: ({ order }) => order !== null,
  close: ({ onKeep }) => onKeep(),
});
export const ConfirmSheet = lateSheet(() => loadSheets().then((sheets) => sheets.ConfirmSheet));
export const FaucetSheet = lateSheet(() => loadSheets().then((sheets) => sheets.FaucetSheet));
export const MarketDrawer = lateSheet(() => loadSheets().then((sheets) => sheets.MarketDrawer));
export const MarketMenu = lateSheet(() => loadSheets().then((sheets) => sheets.MarketMenu));
