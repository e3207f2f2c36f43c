import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Authority } from './authority.ts';
import { worthOf } from './day-worth.ts';
import { dayMs } from './rules.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** One of those who approve has let go all that one person may within 24 hours. */
export class ApproverDayFull extends Error {
  override readonly name = 'ApproverDayFull';
  readonly approver: string;
  constructor(approver: string) {
    super(`${approver} has let go as much as one approver may in 24 hours: another operator has to approve this one`);
    this.approver = approver;
  }
}

export interface ApproverDay {
  readonly authority: Authority;
  /** Millionths of a USDT that one approver may let go within 24 hours, alone or as one of two. */
  readonly most: bigint;
}

/** What had no reliable worth counts as this part of a day; what was changed or removed since counts as a whole day. */
const unvaluedPart = 10n;
/** The newest approvals that are looked at: people don't make as many in a day. */
const lookedAtMost = 10_000;

/** Two approvals at once would each not see the other. */
export async function lockApprovals(transaction: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('withdrawals: approvals', 0))`.execute(transaction);
}

/**
 * Holds each approver to their day. The audit log says what they approved, as its hashes give away a removed act; the worth is the one under the withdrawal's MAC. What became
 * of a withdrawal doesn't matter, as no MAC covers its state. The caller holds `lockApprovals`. @throws ApproverDayFull
 */
export async function refuseFullDay(
  transaction: Transaction<Tables>,
  { authority, most }: ApproverDay,
  act: { readonly row: WithdrawalRow; readonly approvers: readonly string[]; readonly time: number },
): Promise<void> {
  const worth = (row: WithdrawalRow | null): bigint => {
    if (row === null || !authority.isGenuine(row)) return most;
    return worthOf(authority, row) ?? most / unvaluedPart;
  };
  for (const approver of act.approvers) {
    const before = await approvedBy(transaction, approver, act.time);
    const rows = before.filter((row) => row?.id !== act.row.id);
    if (rows.reduce((sum, row) => sum + worth(row), worth(act.row)) > most) throw new ApproverDayFull(approver);
  }
}

/** Each withdrawal once; null for one whose row is gone. */
async function approvedBy(
  transaction: Transaction<Tables>,
  approver: string,
  time: number,
): Promise<(WithdrawalRow | null)[]> {
  const { rows } = await sql<WithdrawalRow | { id: null }>`
    with newest as (
      select time, operator, target, after from audit where act = 'withdrawal.approve' order by id desc limit ${lookedAtMost}
    ), own as (
      select distinct substring(target from '[0-9]+$')::bigint as of from newest
      where time > ${time - dayMs} and (operator = ${approver} or after->>'first' = ${approver})
    )
    select withdrawals.* from own left join withdrawals on withdrawals.id = own.of
  `.execute(transaction);
  return rows.map((row) => (row.id === null ? null : row));
}
