import type { Authority } from './authority.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** States in which the money stays or is returned. */
export const notCounted = ['refused', 'rejected', 'failed', 'cancelled'] as const;

/** Worth at the time of the request, in millionths of a USDT; null if no market valued it reliably, or its row was altered. */
export function worthOf(authority: Authority, row: WithdrawalRow): bigint | null {
  return row.usdt_units === null || !authority.isGenuine(row) ? null : BigInt(row.usdt_units);
}
