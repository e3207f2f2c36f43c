import { Code } from '@fft/contract';
import { Refusal } from '../http/refusal.ts';
import { formatUsdt } from '../market-data/valuation.ts';
import type { WithdrawalArea } from './area.ts';
import { dayLimit } from './rules.ts';

/** How much a customer may withdraw in 24 hours, and how much of it is used; in millionths of a USDT. */
export interface DayRoom {
  readonly limit: bigint;
  readonly used: bigint;
}

export async function dayRoom(
  { account, withdrawals, limits }: Pick<WithdrawalArea, 'account' | 'withdrawals' | 'limits'>,
  customer: number,
): Promise<DayRoom> {
  const [user, used] = await Promise.all([account.customers.read(customer), withdrawals.dayUsed(customer)]);
  return { limit: dayLimit(limits, user?.identity.state ?? 'none'), used };
}

/** @throws Refusal 3002 with `data.left`. What nobody can value counts nothing here, and is looked at by people. */
export function refuseOverRoom({ limit, used }: DayRoom, usdtUnits: bigint | null): void {
  if (used + (usdtUnits ?? 0n) <= limit) return;
  const left = formatUsdt(limit > used ? limit - used : 0n);
  throw new Refusal(Code.withdrawalLimit, 'withdrawalDayLimit', { values: { left }, data: { left, field: 'amount' } });
}
