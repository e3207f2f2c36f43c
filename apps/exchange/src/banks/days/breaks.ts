import type { BankDayLine } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import { formatMinor } from '../entries/minor-units.ts';

/** Days on which bank and ledger differ and that no operators have explained, of one account or of all. */
export function openBreaks(db: Kysely<Tables>, account?: number) {
  let rows = db.selectFrom('bank_days').selectAll().where('problem', 'is not', null).where('explanation', 'is', null);
  if (account !== undefined) rows = rows.where('account', '=', account);
  return rows.orderBy('account').orderBy('day').execute();
}

/** Stops payments from an account that has an open break. @throws Refusal `conflict` */
export async function refuseBroken(db: Kysely<Tables>, account: number): Promise<void> {
  if ((await openBreaks(db, account)).length > 0) throw refuse('bankBreak');
}

export interface DaysQuery {
  readonly account?: number | undefined;
  readonly isBroken: boolean;
  /** Days before this one; undefined for the newest. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** Reconciled days, newest first; one more than requested if there are more. */
export async function listDays(
  db: Kysely<Tables>,
  { account, isBroken, before, limit }: DaysQuery,
): Promise<BankDayLine[]> {
  let rows = db
    .selectFrom('bank_days')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'bank_days.account')
    .selectAll('bank_days')
    .select('bank_accounts.currency');
  if (account !== undefined) rows = rows.where('account', '=', account);
  if (isBroken) rows = rows.where('problem', 'is not', null).where('explanation', 'is', null);
  if (before !== undefined) rows = rows.where('day', '<', before);
  const found = await rows
    .orderBy('day', 'desc')
    .orderBy('account')
    .limit(limit + 1)
    .execute();
  return found.map(
    ({ currency: coin, explained_by: explainedBy, explanation, problem, account: of, day, time, ...row }) => {
      const shown = (amount: number): string => formatMinor(amount, coin);
      return {
        account: of,
        day,
        coin,
        opening: shown(row.opening),
        moneyIn: shown(row.money_in),
        moneyOut: shown(row.money_out),
        closing: shown(row.closing),
        ledger: shown(row.ledger),
        other: shown(row.other),
        difference: shown(row.difference),
        problem,
        explainedBy,
        explanation,
        time,
      };
    },
  );
}

export interface Explained {
  readonly account: number;
  readonly day: string;
  /** The problem that the operators saw. */
  readonly problem: string;
  readonly explanation: string;
}

/** Returns the problem of an open break. @throws Refusal `conflict` if the day has no open break */
export async function checkExplaining(
  db: Kysely<Tables>,
  { account, day }: Pick<Explained, 'account' | 'day'>,
): Promise<string> {
  const found = (await openBreaks(db, account)).find((row) => row.day === day);
  if (found?.problem == null) throw refuse('bankDayWhole');
  return found.problem;
}

/** Records why a day differs. Payments resume until another problem appears. @throws Refusal */
export async function explainDay(
  db: Kysely<Tables>,
  { account, day, problem, explanation }: Explained,
  { operator, first, time }: { readonly operator: string; readonly first: string; readonly time: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('bank_days')
      .set({ explanation, explained_by: `${first}, ${operator}` })
      .where('account', '=', account)
      .where('day', '=', day)
      .where('problem', '=', problem)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw refuse('bankDayWhole');
    const after = { day, problem, explanation, first };
    const target = `bank account ${account}`;
    await writeAudit(transaction, { time, operator, act: 'bankDay.explain', target, after });
  });
}
