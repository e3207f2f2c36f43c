import type { Order } from '@fft/contract';
import { perMille } from '../../lib/exact.ts';

/** Filled share of an order in whole percent, rounded down: 100 only when it is completely filled. */
export function filledPercent({ quantity, amount, filled, filledTotal }: Order): number {
  if (quantity !== null) return Math.floor(perMille(filled, quantity) / 10);
  return amount === null ? 0 : Math.floor(perMille(filledTotal, amount) / 10);
}
