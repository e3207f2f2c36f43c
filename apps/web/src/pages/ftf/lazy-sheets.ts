import { latePart, lateSheet } from '../../ui/lazy/index.ts';

const loadSheets = () => import('./sheets.ts');

export const ClearQuestion = latePart(() => loadSheets().then((sheets) => sheets.ClearQuestion), {
  isOpen: ({ open }) => open,
  close: ({ onKeep }) => onKeep(),
});
export const TextSheet = lateSheet(() => loadSheets().then((sheets) => sheets.TextSheet));
