import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../refusals/refusal.ts';

/** One act of an operator. No papers, codes or passwords: the log is read by more people than they are. */
export interface OperatorAct {
  readonly time: number;
  readonly operator: string;
  /** Like `identity.pass`. */
  readonly act: string;
  /** Like `customer 1000`. */
  readonly target: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes an act down, in the transaction of what it does: neither stands without the other. */
export async function writeAudit(transaction: Transaction<Tables>, act: OperatorAct): Promise<void> {
  const { before, after, ...rest } = act;
  await transaction
    .insertInto('audit')
    .values({ ...rest, before: jsonOf(before), after: jsonOf(after) })
    .execute();
}

/**
 * Writes an act down, then does it: for what the ledger does, which is in no transaction of the tables. So nothing is done that isn't written down, whenever
 * the process dies; where the ledger refuses, another line says that it was not done.
 */
export async function auditFirst(db: Kysely<Tables>, act: OperatorAct, work: () => Promise<void>): Promise<void> {
  const write = (line: OperatorAct) => db.transaction().execute((transaction) => writeAudit(transaction, line));
  await write(act);
  try {
    await work();
  } catch (error) {
    const isCertain = error instanceof Refusal && error.data?.['outcomeUnknown'] !== true;
    const { time, operator, target } = act;
    if (isCertain) await write({ time, operator, act: 'notDone', target, before: { act: act.act } });
    throw error;
  }
}

export interface AuditQuery {
  readonly limit: number;
  /** Those before this row; Infinity or left out for the newest. */
  readonly before?: number;
  readonly operator?: string | undefined;
  readonly act?: string | undefined;
  readonly target?: string | undefined;
}

/** The latest acts, the newest first. */
export function readAudit(
  db: Kysely<Tables>,
  { limit, before = Infinity, operator, act, target }: AuditQuery,
): Promise<readonly (OperatorAct & { id: number })[]> {
  let rows = db.selectFrom('audit').selectAll();
  if (operator !== undefined) rows = rows.where('operator', '=', operator);
  if (act !== undefined) rows = rows.where('act', '=', act);
  if (target !== undefined) rows = rows.where('target', '=', target);
  if (Number.isFinite(before)) rows = rows.where('id', '<', before);
  return rows.orderBy('id', 'desc').limit(limit).execute();
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
