import type { User } from '@fft/contract';
import type { WithdrawalLimits } from '../../config/settings.ts';
import type { Risk } from '@fft/console-contract';

const usdt = 1_000_000n;

/** Worth in millionths of a USDT that a customer may withdraw in 24 hours, by the state of their identity. */
export function dayLimit({ dayUsdt, dayUsdtVerified }: WithdrawalLimits, state: User['identity']['state']): bigint {
  return BigInt(state === 'passed' ? dayUsdtVerified : dayUsdt) * usdt;
}

export const dayMs = 86_400_000;

export interface Weighed {
  /** Millionths of a USDT; null if no market values it. */
  readonly usdtUnits: bigint | null;
  /** The customer's other withdrawals within the last 24 hours. */
  readonly usedUnits: bigint;
  readonly signs: readonly Risk[];
}

export interface Plan {
  readonly planned: 'review' | 'approved';
  readonly risks: Risk[];
}

/**
 * Decides if a withdrawal needs review, and lists its risks. Review is needed for a withdrawal without a known worth, for a large one, alone or with the day's others, and,
 * from a lower worth, for a risky one. Signs are recorded even if the worth is too small to matter.
 */
export function plan(limits: WithdrawalLimits, { usdtUnits, usedUnits, signs }: Weighed): Plan {
  if (usdtUnits === null) return { planned: 'review', risks: ['unvalued', ...signs] };
  const [from, fromWithRisk] = [BigInt(limits.reviewFromUsdt) * usdt, BigInt(limits.riskReviewFromUsdt) * usdt];
  const total = usedUnits + usdtUnits;
  if (usdtUnits >= from) return { planned: 'review', risks: ['large', ...signs] };
  if (total >= from) return { planned: 'review', risks: ['dayTotal', ...signs] };
  return { planned: signs.length > 0 && total >= fromWithRisk ? 'review' : 'approved', risks: [...signs] };
}
