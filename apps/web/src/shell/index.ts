export { CallView } from './CallView.tsx';
export { Page } from './Page.tsx';
export { RowsSkeleton } from './RowsSkeleton.tsx';
export { useBack } from './use-back.ts';
