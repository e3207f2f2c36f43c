import { lazySheet } from '../../ui/lazy/index.ts';

export const loadMarketDrawer = () => import('./MarketDrawer.tsx');

export const MarketDrawer = lazySheet(() => loadMarketDrawer().then((module) => module.MarketDrawer));
