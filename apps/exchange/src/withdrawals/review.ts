import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import type { OnChange } from './desk.ts';
import type { WithdrawalRow } from './withdrawals.ts';

/** There is no such withdrawal in review. */
class NotInReview extends Error {
  override readonly name = 'NotInReview';
  constructor(id: number) {
    super(`no withdrawal ${id} is in review`);
  }
}

/** Why a withdrawal was rejected, as its customer is told. */
export interface RejectReason {
  readonly zh: string;
  readonly en: string;
}

/**
 * The operators' side: looks at large withdrawals and decides. It may run beside the exchange and knows no ledger: the money of one that is
 * rejected comes back when the exchange next looks at what is unfinished.
 */
export interface WithdrawalReview {
  waiting(): Promise<WithdrawalRow[]>;
  /** @throws NotInReview */
  approve(id: number, operator: string): Promise<void>;
  /** @throws NotInReview */
  reject(id: number, operator: string, reason: RejectReason): Promise<void>;
}

export interface WithdrawalReviewParts {
  readonly db: Kysely<Tables>;
  readonly onChange: OnChange;
  readonly now: () => number;
}

export function createWithdrawalReview({ db, onChange, now }: WithdrawalReviewParts): WithdrawalReview {
  async function decide(id: number, operator: string, reason: RejectReason | null): Promise<void> {
    const state = reason === null ? 'approved' : 'rejected';
    const decision = { state, reason_zh: reason?.zh ?? null, reason_en: reason?.en ?? null } as const;
    await db.transaction().execute(async (transaction) => {
      const row = await take(transaction, id, { ...decision, updated: now() });
      await onChange(transaction, row);
      await writeAudit(transaction, {
        time: now(),
        operator,
        act: reason === null ? 'withdrawal.approve' : 'withdrawal.reject',
        target: `withdrawal ${id}`,
        before: { state: 'review' },
        after: decision,
      });
    });
  }

  return {
    waiting: () => db.selectFrom('withdrawals').selectAll().where('state', '=', 'review').orderBy('id').execute(),
    approve: (id, operator) => decide(id, operator, null),
    reject: decide,
  };
}

/** Of many who decide at once, one does. */
async function take(
  transaction: Transaction<Tables>,
  id: number,
  decision: Pick<WithdrawalRow, 'state' | 'reason_zh' | 'reason_en' | 'updated'>,
): Promise<WithdrawalRow> {
  const row = await transaction
    .updateTable('withdrawals')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'review')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new NotInReview(id);
  return row;
}
