import type { Transaction } from 'kysely';
import { formatDecimal } from '@fft/decimal';
import type { Tables } from '../room.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { formatUsdt, usdtPlaces } from '../../assets/prices/valuation.ts';
import type { WithdrawalOptions } from './options.ts';
import { dayLimit } from './rules.ts';
import type { Withdrawals } from './withdrawals.ts';

/** A customer's 24-hour limit and the used part, in millionths of a USDT. */
export interface DayRoom {
  readonly limit: bigint;
  readonly used: bigint;
}

export async function dayRoom(
  { account, withdrawals, limits }: Pick<WithdrawalOptions, 'account' | 'withdrawals' | 'limits'>,
  customer: number,
): Promise<DayRoom> {
  const user = await account.customers.read(customer);
  return usedRoom(withdrawals, { customer, limit: dayLimit(limits, user?.identity.state ?? 'none') });
}

/** A customer's limit and its used part. A withdrawal without a known worth uses up the day. */
export async function usedRoom(
  withdrawals: Withdrawals,
  { customer, limit }: { readonly customer: number; readonly limit: bigint },
  transaction?: Transaction<Tables>,
): Promise<DayRoom> {
  const { units, unvalued } = await withdrawals.dayUsed(customer, transaction);
  return { limit, used: unvalued > 0 && units < limit ? limit : units };
}

/** A withdrawal without a known worth takes all that is left, and is refused if nothing is left. @throws Refusal `withdrawalLimit` with `data.left` */
export function refuseOverRoom({ limit, used }: DayRoom, usdtUnits: bigint | null): void {
  if (usdtUnits === null ? used < limit : used + usdtUnits <= limit) return;
  throw overDay({ limit, used });
}

/** The refusal that names what is left of the limit. */
export function overDay({ limit, used }: DayRoom): Refusal {
  const left = limit > used ? limit - used : 0n;
  return refuse('withdrawalDayLimit', {
    values: { left: formatDecimal(left, usdtPlaces, { trim: true }) },
    data: { left: formatUsdt(left), field: 'amount' },
  });
}
