export { fetchCode, forgetFailedStyles, isGone } from './fetch-code.ts';
export { lazyContent as lateContent } from './lazy-content.tsx';
export { lazyDialog as latePart, lazySheet as lateSheet } from './lazy-dialog.tsx';
export { retryUntilLoaded as untilThere } from './retry-until-loaded.ts';
