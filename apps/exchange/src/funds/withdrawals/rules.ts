import type { User } from '@fft/contract';
import type { WithdrawalLimits } from '../../config/limits.ts';
import type { Risk } from '@fft/console-contract';

const usdt = 1_000_000n;

/** Worth in millionths of a USDT that a customer may withdraw in 24 hours, by how well they are known. */
export function dayLimit({ dayUsdt, dayUsdtVerified }: WithdrawalLimits, state: User['identity']['state']): bigint {
  return BigInt(state === 'passed' ? dayUsdtVerified : dayUsdt) * usdt;
}

export const dayMs = 86_400_000;

export interface Weighed {
  /** Millionths of a USDT; null where nobody can value it. */
  readonly usdtUnits: bigint | null;
  /** What the customer withdrew within the last 24 hours, without this. */
  readonly usedUnits: bigint;
  readonly signs: readonly Risk[];
}

export interface Plan {
  readonly planned: 'review' | 'approved';
  readonly risks: Risk[];
}

/**
 * Whether people look at a withdrawal first, and what they are shown: what nobody can value, what is large by itself or with what left within a day (a limit that each
 * withdrawal alone stays under is none), and from a lower worth on what is risky. Signs are kept also where they are too small to matter.
 */
export function plan(limits: WithdrawalLimits, { usdtUnits, usedUnits, signs }: Weighed): Plan {
  if (usdtUnits === null) return { planned: 'review', risks: ['unvalued', ...signs] };
  const [from, fromWithRisk] = [BigInt(limits.reviewFromUsdt) * usdt, BigInt(limits.riskReviewFromUsdt) * usdt];
  const total = usedUnits + usdtUnits;
  if (usdtUnits >= from) return { planned: 'review', risks: ['large', ...signs] };
  if (total >= from) return { planned: 'review', risks: ['dayTotal', ...signs] };
  return { planned: signs.length > 0 && total >= fromWithRisk ? 'review' : 'approved', risks: [...signs] };
}
