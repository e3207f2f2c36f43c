import type { User } from '@fft/contract';

const usdt = 1_000_000n;

/** How much may leave, in whole USDT's worth: what the operators of this exchange set. */
export interface WithdrawalLimits {
  /** In 24 hours, of a customer who isn't verified. */
  readonly dayUsdt: number;
  /** In 24 hours, of one who is. */
  readonly dayUsdtVerified: number;
  /** From here on people look at a withdrawal first. */
  readonly reviewFromUsdt: number;
}

/** Worth in millionths of a USDT that a customer may withdraw in 24 hours, by how well he is known. */
export function dayLimit({ dayUsdt, dayUsdtVerified }: WithdrawalLimits, state: User['identity']['state']): bigint {
  return BigInt(state === 'passed' ? dayUsdtVerified : dayUsdt) * usdt;
}

export const dayMs = 86_400_000;

/** Whether people look at a withdrawal first: what is large, and what nobody can value. */
export function plan({ reviewFromUsdt }: WithdrawalLimits, usdtUnits: bigint | null): 'review' | 'approved' {
  return usdtUnits === null || usdtUnits >= BigInt(reviewFromUsdt) * usdt ? 'review' : 'approved';
}
