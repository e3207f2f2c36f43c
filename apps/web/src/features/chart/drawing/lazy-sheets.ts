import { lazyDialog, lazyPart, lazySheet } from '../../../ui/lazy/index.ts';

/** Loaded with the sheets: the depth chart, and the code that saves a picture. */
export const loadSheets = () => import('./sheets.ts');

export const ClearQuestion = lazyDialog(() => loadSheets().then((sheets) => sheets.ClearQuestion), {
  isOpen: ({ open }) => open,
  close: ({ onKeep }) => onKeep(),
});
export const TextSheet = lazySheet(() => loadSheets().then((sheets) => sheets.TextSheet));
export const DepthChart = lazyPart(() => loadSheets().then((sheets) => sheets.DepthChart));

/** Few compare. */
export const Comparison = lazyPart(() => import('./Comparison.tsx').then((m) => m.Comparison));
