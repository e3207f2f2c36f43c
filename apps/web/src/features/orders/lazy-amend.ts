import { lazyDialog, lazySheet } from '../../ui/lazy/index.ts';

export const AmendSheet = lazySheet(() => import('./AmendSheet.tsx').then((m) => m.AmendSheet));
export const AmendQuestion = lazyDialog(() => import('./AmendQuestion.tsx').then((m) => m.AmendQuestion), {
  isOpen: ({ asked }) => asked !== null,
  close: ({ onKeep }) => onKeep(),
});
