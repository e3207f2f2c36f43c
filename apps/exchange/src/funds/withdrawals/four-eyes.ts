import { sql, type Kysely, type Transaction } from 'kysely';
import { Agreement } from '../../authority/agreement.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** One operator by name, or two who agreed. */
export type Approver = string | Agreement;

export interface FourEyes {
  /** Withdrawals worth this many millionths of a USDT, together within a day, take two operators. */
  readonly fourEyesFrom: bigint;
  /** The operator who passed the customer's identity; null if it isn't passed. */
  readonly passedBy: (customer: number) => Promise<string | null>;
}

type Db = Transaction<Tables> | Kysely<Tables>;

/** Large withdrawals, each of several that are large together within a day, and those without a reliable worth. */
export function takesTwo({ fourEyesFrom }: Pick<FourEyes, 'fourEyesFrom'>, dayTotal: bigint | null): boolean {
  return dayTotal === null || dayTotal >= fourEyesFrom;
}

export function namesOf(by: Approver): readonly string[] {
  return by instanceof Agreement ? [by.first, by.second] : [by];
}

/**
 * Refuses an approval by whoever may not make it: by one where two must agree, by an operator who hasn't viewed the withdrawal since its last decision,
 * and of a large one by the operator who passed the customer's identity. @throws Refusal `conflict`
 */
export async function refuseApprover(
  db: Db,
  rules: FourEyes,
  { row, by, dayTotal }: { readonly row: WithdrawalRow; readonly by: Approver; readonly dayTotal: bigint | null },
): Promise<void> {
  if (by instanceof Agreement) {
    const { id, customer, coin, address } = row;
    by.requireAbout('withdrawal', `withdrawal ${id}`, { id, customer, coin, address });
  } else if (takesTwo(rules, dayTotal)) throw refuse('takesTwo');
  await refuseEach(db, rules, { row, names: namesOf(by), dayTotal });
}

/** What holds for each approver, also for one who only proposes. @throws Refusal `conflict` */
export async function refuseEach(
  db: Db,
  rules: FourEyes,
  {
    row,
    names,
    dayTotal,
  }: { readonly row: WithdrawalRow; readonly names: readonly string[]; readonly dayTotal: bigint | null },
): Promise<void> {
  for (const name of names) if (!(await hasViewed(db, row, name))) throw refuse('notViewed');
  if (!takesTwo(rules, dayTotal)) return;
  const passer = await rules.passedBy(row.customer);
  if (passer !== null && names.includes(passer)) throw refuse('ownIdentityPass');
}

/** The view is logged: only an operator who has viewed a withdrawal can approve it. */
export async function recordView(
  db: Kysely<Tables>,
  { id, decisions }: WithdrawalRow,
  { operator, time }: { readonly operator: string; readonly time: number },
): Promise<void> {
  await db.transaction().execute((transaction) =>
    writeAudit(transaction, {
      time,
      operator,
      act: 'withdrawal.show',
      target: `withdrawal ${id}`,
      after: { decisions },
    }),
  );
}

async function hasViewed(db: Db, { id, decisions }: WithdrawalRow, by: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .where('target', '=', `withdrawal ${id}`)
    .where('act', '=', 'withdrawal.show')
    .where('operator', '=', by)
    .where(sql<string>`after ->> 'decisions'`, '=', String(decisions))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
