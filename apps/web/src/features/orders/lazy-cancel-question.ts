import { lazyDialog } from '../../ui/lazy/index.ts';

export const CancelQuestion = lazyDialog(() => import('./CancelQuestion.tsx').then((m) => m.CancelQuestion), {
  isOpen: ({ order }) => order !== null,
  close: ({ onKeep }) => onKeep(),
});
