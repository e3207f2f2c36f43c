import { lazyPart } from '../../../ui/lazy/index.ts';

/** Loads order lines late: guests have no orders, and the candles come first. */
export const OrderLines = lazyPart(() => import('./OrderLines.tsx').then((m) => m.OrderLines));
