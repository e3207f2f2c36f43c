export { MarketDrawer } from './lazy-market-drawer.ts';
