export { CallView } from './CallView.tsx';
export { Page } from './Page.tsx';
export { Strip } from './Strip.tsx';
export { useBack } from './use-back.ts';
