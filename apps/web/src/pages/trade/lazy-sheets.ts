import { lazyPart, lazySheet } from '../../ui/lazy/index.ts';

/** Loaded with the sheets: the code that checks an order and words its faults. */
export const loadSheets = () => import('./sheets.ts');

export const AdvancedSheet = lazySheet(() => loadSheets().then((sheets) => sheets.AdvancedSheet));
export const ConfirmSheet = lazySheet(() => loadSheets().then((sheets) => sheets.ConfirmSheet));
export const FaucetSheet = lazySheet(() => loadSheets().then((sheets) => sheets.FaucetSheet));
export const MarketMenu = lazySheet(() => loadSheets().then((sheets) => sheets.MarketMenu));
export const OrderAdvice = lazyPart(() => loadSheets().then((sheets) => sheets.OrderAdvice));
export const LegBoxes = lazyPart(() => loadSheets().then((sheets) => sheets.LegBoxes));
export const TriggerBoxes = lazyPart(() => loadSheets().then((sheets) => sheets.TriggerBoxes));
