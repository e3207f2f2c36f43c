import type { AnyHandle } from '../../database/rooms.ts';
import { own } from '../room.ts';
import type { Authority } from './authority.ts';
import { notCounted, worthOf } from './day-worth.ts';
import { dayMs } from './rules.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

export interface AboveLimitQuery {
  readonly customer: number;
  /** Millionths of a USDT that the customer may withdraw in 24 hours. */
  readonly limit: bigint;
}

/**
 * Returns the ids of a customer's unsigned withdrawals that, with what left in the 24 hours before each, exceed the limit. A row that no market values, or that was altered,
 * counts as above every limit.
 */
export async function idsAboveLimit(
  handle: AnyHandle,
  authority: Authority,
  { customer, limit }: AboveLimitQuery,
): Promise<number[]> {
  const db = own(handle);
  const theirs = db.selectFrom('withdrawals').selectAll().where('customer', '=', customer);
  const waiting = await theirs.where('state', 'in', ['requested', 'review', 'approved']).orderBy('id').execute();
  if (waiting.length === 0) return [];
  const oldest = Math.min(...waiting.map(({ time }) => time));
  const counted = await theirs
    .where('time', '>', oldest - dayMs)
    .where('state', 'not in', notCounted)
    .execute();
  const isAbove = (row: WithdrawalRow): boolean => {
    const worths = counted.filter((other) => isInDayBefore(other, row)).map((other) => worthOf(authority, other));
    return worths.includes(null) || worths.reduce<bigint>((sum, worth) => sum + (worth ?? 0n), 0n) > limit;
  };
  return waiting.filter(isAbove).map(({ id }) => id);
}

function isInDayBefore(other: WithdrawalRow, row: WithdrawalRow): boolean {
  if (other.time <= row.time - dayMs) return false;
  return other.time < row.time || (other.time === row.time && other.id <= row.id);
}
