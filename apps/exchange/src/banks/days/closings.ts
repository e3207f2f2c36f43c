import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../room.ts';

export type StatementRow = Selectable<Tables['bank_statements']>;

/** A day of an account with a closing balance, in minor units. */
export interface ClosedDay {
  readonly day: string;
  readonly opening: number;
  readonly closing: number;
  /** Money in less money out, of the entries that belong to the day. */
  readonly sum: number;
  /** True if the opening balance and the entries add up to the closing balance of a statement. */
  readonly isProven: boolean;
  /** The statements that end on the day, however they overlap. */
  readonly statements: readonly StatementRow[];
}

/** The days of an account for which statements have balances, oldest first. Each day opens at the closing balance of the day before. */
export async function closedDays(db: Kysely<Tables>, account: number): Promise<ClosedDay[]> {
  const rows = await db
    .selectFrom('bank_statements')
    .selectAll()
    .where('account', '=', account)
    .where('closing', 'is not', null)
    .where('to_day', 'is not', null)
    .orderBy('to_day')
    .orderBy('id')
    .execute();
  const sums = await sumsByStatement(db, account);
  let last: number | null = null;
  return [...Map.groupBy(rows, ({ to_day }) => to_day ?? '')].map(([day, statements]): ClosedDay => {
    const sum = statements.reduce((total, { id }) => total + (sums.get(id) ?? 0), 0);
    const found = balancesOf(statements, sum, last);
    last = found.closing;
    return { day, sum, statements, ...found };
  });
}

/** Money in less money out of each statement's entries. */
async function sumsByStatement(db: Kysely<Tables>, account: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ statement: number; sum: number }>`
    select statement, sum(case direction when 'in' then amount else -amount end)::bigint as sum from bank_entries
    where account = ${account} and statement is not null and parent is null and state <> 'same' group by statement`.execute(
    db,
  );
  return new Map(rows.map(({ statement, sum: total }) => [statement, total]));
}

/**
 * Finds the opening and closing balance of a day. A bank may report a day in pieces, in growing reports, or twice: the day's entries prove which
 * balances cover the whole day. Without proof, the last of the chained statements gives the closing balance.
 */
function balancesOf(statements: readonly StatementRow[], sum: number, last: number | null) {
  const openings = last === null ? firstOpenings(statements, sum) : [last];
  const proven = openings.find((opening) => statements.some(({ closing }) => closing === opening + sum));
  if (proven !== undefined) return { opening: proven, closing: proven + sum, isProven: true };
  const opening = openings[0] ?? 0;
  return { opening, closing: chained(distinct(statements), opening).at(-1)?.closing ?? opening, isProven: false };
}

/**
 * Possible opening balances of an account's first day, the likeliest first: those of statements that cover the whole day, those at which no statement
 * closes, and all others.
 */
function firstOpenings(statements: readonly StatementRow[], sum: number): number[] {
  const of = (list: readonly StatementRow[]): number[] => list.map(({ opening }) => opening ?? 0);
  const whole = statements.filter(({ opening, closing }) => closing === (opening ?? 0) + sum);
  const closings = new Set(statements.map(({ closing }) => closing));
  return [...of(whole), ...of(statements).filter((opening) => !closings.has(opening)), ...of(statements)];
}

/** True if a statement is missing: one of the day's statements doesn't open at the closing balance of the one before. */
export function hasGap({ statements, opening }: ClosedDay): boolean {
  const order = chained(distinct(statements), opening);
  return order.some((each, index) => each.opening !== (index === 0 ? opening : order[index - 1]?.closing));
}

/** Orders a day's statements so that each opens where the one before closed. Where none does, the first remaining one follows. */
function chained(statements: readonly StatementRow[], opening: number): StatementRow[] {
  const left = [...statements];
  const sorted: StatementRow[] = [];
  for (let balance = opening; left.length > 0;) {
    const index = Math.max(
      0,
      left.findIndex((each) => each.opening === balance),
    );
    const [next] = left.splice(index, 1);
    if (!next) break;
    sorted.push(next);
    balance = next.closing ?? balance;
  }
  return sorted;
}

/** Removes repeats of a statement that came in several files. */
function distinct(statements: readonly StatementRow[]): StatementRow[] {
  const seen = new Map(
    statements.map((each) => [JSON.stringify([each.opening, each.closing, each.from_day, each.name]), each]),
  );
  return [...seen.values()];
}

/** The latest closing balance of each account that has one. */
export async function latestClosings(
  db: Kysely<Tables>,
): Promise<ReadonlyMap<number, { readonly amount: number; readonly day: string }>> {
  const accounts = await db.selectFrom('bank_accounts').select('id').execute();
  const found = new Map<number, { readonly amount: number; readonly day: string }>();
  for (const { id } of accounts) {
    const last = (await closedDays(db, id)).at(-1);
    if (last) found.set(id, { amount: last.closing, day: last.day });
  }
  return found;
}
