export { fetchCode, forgetFailedStyles, isGone } from './fetch-code.ts';
export { lazyContent } from './lazy-content.tsx';
export { lazyDialog, lazySheet } from './lazy-dialog.tsx';
export { retryUntilLoaded } from './retry-until-loaded.ts';
