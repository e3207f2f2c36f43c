import type { Authority } from './authority.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** States in which the money stays, or comes back. */
export const notCounted = ['refused', 'rejected', 'failed', 'cancelled'] as const;

/** What one was worth when it was asked for, in millionths of a USDT; null where nobody could say, or its row was changed. */
export function worthOf(authority: Authority, row: WithdrawalRow): bigint | null {
  return row.usdt_units === null || !authority.isGenuine(row) ? null : BigInt(row.usdt_units);
}
