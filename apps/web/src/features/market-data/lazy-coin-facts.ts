import { lazyPart } from '../../ui/lazy/index.ts';

/** Below the first screen, or behind a tab. */
export const CoinFacts = lazyPart(() => import('./CoinFacts.tsx').then((m) => m.CoinFacts));
