import { lazyPart } from '../../../ui/lazy/index.ts';

/** Guests have no orders, and candles come first. */
export const OrderLines = lazyPart(() => import('./OrderLines.tsx').then((m) => m.OrderLines));
