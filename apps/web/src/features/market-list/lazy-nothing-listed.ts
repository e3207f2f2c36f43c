import { lazyContent } from '../../ui/lazy/index.ts';

/** Few visits see an empty list. */
export const NothingListed = lazyContent(
  () => import('./NothingListed.tsx').then((m) => m.NothingListed),
  () => null,
);
