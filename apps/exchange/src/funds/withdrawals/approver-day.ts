import { sql, type Transaction } from 'kysely';
import { refuse } from '../refusals.ts';
import type { Tables } from '../room.ts';
import type { Authority } from './authority.ts';
import { worthOf } from './day-worth.ts';
import { dayMs } from './rules.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

export interface ApproverDay {
  readonly authority: Authority;
  /** Millionths of a USDT that one approver may approve in 24 hours, alone or as one of two. */
  readonly limit: bigint;
}

/** A withdrawal without a reliable worth counts as this fraction of a day; an altered or removed row counts as a whole day. */
const unvaluedPart = 10n;
/** Number of the newest approvals that are checked, more than people make in a day. */
const maxApprovals = 10_000;

/** Serializes approvals: two concurrent ones would not see each other. */
export async function lockApprovals(transaction: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('withdrawals: approvals', 0))`.execute(transaction);
}

/**
 * Enforces each approver's daily limit. Approvals come from the audit log, whose hashes reveal a removed entry; the worth is the one under the withdrawal's MAC. The
 * withdrawal's later state is ignored, because no MAC covers it. The caller holds `lockApprovals`. @throws Refusal `approverDayFull`
 */
export async function refuseFullDay(
  transaction: Transaction<Tables>,
  { authority, limit }: ApproverDay,
  act: { readonly row: WithdrawalRow; readonly approvers: readonly string[]; readonly time: number },
): Promise<void> {
  const worth = (row: WithdrawalRow | null): bigint => {
    if (row === null || !authority.isGenuine(row)) return limit;
    return worthOf(authority, row) ?? limit / unvaluedPart;
  };
  for (const approver of act.approvers) {
    const before = await approvedBy(transaction, approver, act.time);
    const rows = before.filter((row) => row?.id !== act.row.id);
    if (rows.reduce((sum, row) => sum + worth(row), worth(act.row)) > limit)
      throw refuse('approverDayFull', { values: { approver } });
  }
}

/** Returns each withdrawal once; null for one whose row was removed. */
async function approvedBy(
  transaction: Transaction<Tables>,
  approver: string,
  time: number,
): Promise<(WithdrawalRow | null)[]> {
  const { rows } = await sql<WithdrawalRow | { id: null }>`
    with newest as (
      select time, operator, target, after from audit where act = 'withdrawal.approve' order by id desc limit ${maxApprovals}
    ), own as (
      select distinct substring(target from '[0-9]+$')::bigint as of from newest
      where time > ${time - dayMs} and (operator = ${approver} or after->>'first' = ${approver})
    )
    select withdrawals.* from own left join withdrawals on withdrawals.id = own.of
  `.execute(transaction);
  return rows.map((row) => (row.id === null ? null : row));
}
