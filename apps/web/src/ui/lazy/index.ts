export { fetchCode, forgetFailedStyles, isGone } from './fetch-code.ts';
export { lazyContent } from './lazy-content.tsx';
export { lazyDialog, lazySheet, preloadDialogs, startPreloading } from './lazy-dialog.tsx';
export { lazyPart } from './lazy-part.tsx';
export { useAnswering } from './use-answering.ts';
export { retryUntilLoaded } from './retry-until-loaded.ts';
