import type { AnyHandle, AnyTransaction } from '../database/rooms.ts';
import { own } from './room.ts';
import { Refusal } from '../refusals/refusal.ts';

/** One action of an operator. It must not contain documents, codes or passwords: more people read the log than those. */
export interface OperatorAct {
  readonly time: number;
  readonly operator: string;
  /** Such as `identity.pass`. */
  readonly act: string;
  /** Such as `customer 1000`. */
  readonly target: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Records an action in the transaction that executes it: either both are committed or neither. */
export async function writeAudit(handle: AnyTransaction, act: OperatorAct): Promise<void> {
  const transaction = own(handle);
  const { before, after, ...rest } = act;
  await transaction
    .insertInto('audit')
    .values({ ...rest, before: jsonOf(before), after: jsonOf(after) })
    .execute();
}

/**
 * Records an action, then executes it: for the ledger, which is outside the database's transactions. So every executed action is recorded, even
 * after a crash; if the ledger refuses it, another entry says that it was not done.
 */
export async function auditFirst(handle: AnyHandle, act: OperatorAct, work: () => Promise<void>): Promise<void> {
  const db = own(handle);
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
  /** Only entries before this row; Infinity or omitted for the newest. */
  readonly before?: number;
  readonly operator?: string | undefined;
  readonly act?: string | undefined;
  readonly target?: string | undefined;
}

/** The latest entries, newest first. */
export function readAudit(
  handle: AnyHandle,
  { limit, before = Infinity, operator, act, target }: AuditQuery,
): Promise<readonly (OperatorAct & { id: number })[]> {
  const db = own(handle);
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
