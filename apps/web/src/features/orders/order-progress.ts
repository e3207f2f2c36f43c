import type { Order } from '@fft/contract';
import { perMille } from '../../lib/exact.ts';

/** How much of an order is filled, in whole percent, cut: 100 only when all of it is. */
export function filledPercent({ quantity, amount, filled, filledTotal }: Order): number {
  if (quantity !== null) return Math.floor(perMille(filled, quantity) / 10);
  return amount === null ? 0 : Math.floor(perMille(filledTotal, amount) / 10);
}
