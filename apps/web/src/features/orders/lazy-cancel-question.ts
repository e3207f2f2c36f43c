import { lazyDialog } from '../../ui/lazy/index.ts';

export const loadCancelQuestion = () => import('./CancelQuestion.tsx');

export const CancelQuestion = lazyDialog(() => loadCancelQuestion().then((module) => module.CancelQuestion), {
  isOpen: ({ order }) => order !== null,
  close: ({ onKeep }) => onKeep(),
});
