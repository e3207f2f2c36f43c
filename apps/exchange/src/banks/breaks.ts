import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../refusals/refusal.ts';

/** Days of an account on which bank and ledger differ, and that no operator explained. */
function openBreaks(db: Kysely<Tables>, account?: number) {
  let rows = db.selectFrom('bank_days').selectAll().where('problem', 'is not', null).where('explanation', 'is', null);
  if (account !== undefined) rows = rows.where('account', '=', account);
  return rows.orderBy('account').orderBy('day').execute();
}

/** @throws Refusal 409 while an account has an open break: nothing is paid from it */
export async function refuseBroken(db: Kysely<Tables>, account: number): Promise<void> {
  if ((await openBreaks(db, account)).length > 0) throw new Refusal(Code.conflict, 'bankBreak');
}
