import { lazySheet } from '../../ui/lazy/index.ts';

export const MarketDrawer = lazySheet(() => import('./MarketDrawer.tsx').then((m) => m.MarketDrawer));
