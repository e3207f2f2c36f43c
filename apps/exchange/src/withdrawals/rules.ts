import type { User } from '@fft/contract';

const usdt = 1_000_000n;

/** Worth in millionths of a USDT that a customer may withdraw in 24 hours, by how well he is known. */
export const dayLimits: Readonly<Record<User['identity']['state'], bigint>> = {
  none: 2_000n * usdt,
  pending: 2_000n * usdt,
  failed: 2_000n * usdt,
  passed: 100_000n * usdt,
};

export const dayMs = 86_400_000;

const reviewFrom = 10_000n * usdt;

/** Whether people look at a withdrawal first: what is large, and what nobody can value. */
export function plan(usdtUnits: bigint | null): 'review' | 'approved' {
  return usdtUnits === null || usdtUnits >= reviewFrom ? 'review' : 'approved';
}
