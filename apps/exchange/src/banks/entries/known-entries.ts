import type { BankStatement } from '@fft/bank-files';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { bankReference, type EntryFacts, type EntryRow, type ReportedEntry } from './entries.ts';
import { groupOf, type KnownEntry, type PresentReport } from './recognise.ts';

/** A statement with balances, and how many entries of one day, direction and amount it shows. */
interface CountingStatement {
  readonly opening: number;
  readonly closing: number;
  readonly count: number;
}

/** Bounds the search. Statements of a few days take few steps; beyond the bound, a smaller count is still true. */
const maxSteps = 10_000;

/**
 * The least number of equal entries that the bank has booked. A statement proves the entries that it shows, and statements that follow each other
 * show different entries. A chain that returns to an earlier balance proves nothing: a report that repeats the entries may open there too.
 */
function provenCount(statements: readonly CountingStatement[]): number {
  let steps = 0;
  const longest = (from: CountingStatement, passed: ReadonlySet<number>): number => {
    steps += 1;
    if (steps > maxSteps || from.opening === from.closing) return from.count;
    const balances = new Set([...passed, from.closing]);
    const next = statements.filter(({ opening, closing }) => opening === from.closing && !balances.has(closing));
    return from.count + Math.max(0, ...next.map((each) => longest(each, balances)));
  };
  return Math.max(0, ...statements.map((each) => longest(each, new Set([each.opening]))));
}

type Reader = Pick<Transaction<Tables>, 'selectFrom'>;

/** What is known of the entries that a report may show. */
export interface Known extends PresentReport {
  readonly entries: readonly KnownEntry[];
  readonly rows: ReadonlyMap<number, EntryRow>;
  /** True if a row with these facts has the reference, even a row that proved to be a report of another entry. */
  readonly hasRow: (facts: EntryFacts, reference: string) => boolean;
}

interface Shown {
  readonly entry: number;
  readonly statement: number;
  readonly reference: string | null;
  readonly opening: number | null;
  readonly closing: number | null;
  readonly to_day: string | null;
}

/** Reads the entries of an account that have a day or a reference of the report, and the reports that showed them. */
export async function readKnown(
  db: Reader,
  account: number,
  { opening, closing, to }: Pick<BankStatement, 'opening' | 'closing' | 'to'>,
  entries: readonly ReportedEntry[],
): Promise<Known> {
  const all = await rowsLike(db, account, entries);
  const rows = all.filter(({ state }) => state !== 'same');
  const shown = await shownOf(db, rows);
  const shownBy = Map.groupBy(shown, ({ entry }) => entry);
  const statements = await statementsAround(db, account, [...shown.map(({ to_day }) => to_day), to]);
  const twins = new Set(all.map(({ twin }) => twin));
  const identities = new Set(all.map((row) => `${groupOf(row)} ${row.reference}`));
  const hasBalances = opening !== null && closing !== null;
  const known = rows.map((row): KnownEntry => {
    const reports = shownBy.get(row.id) ?? [];
    const own = bankReference(row);
    return {
      id: row.id,
      isPart: row.parent !== null,
      isTwin: row.twin !== null || twins.has(row.id),
      facts: row,
      references: new Set([...reports.flatMap(({ reference }) => reference ?? []), ...(own === null ? [] : [own])]),
      isNotified: row.statement === null || reports.some((report) => report.closing === null),
      isOnStatement: row.statement !== null,
      isOverlapping: hasBalances && reports.some((report) => report.closing !== null && report.opening === opening),
    };
  });
  const counts = countsOf(
    rows.filter(({ parent }) => parent === null),
    shown,
  );
  const present = Map.groupBy(entries, ({ facts }) => groupOf(facts));
  return {
    entries: known,
    rows: new Map(rows.map((row) => [row.id, row])),
    hasRow: (facts, reference) => identities.has(`${groupOf(facts)} ${reference}`),
    hasBalances,
    provenCount: (facts) => {
      const group = groupOf(facts);
      const count = present.get(group)?.length ?? 0;
      const counted = counts.get(group);
      if (!hasBalances || counted === undefined) return count;
      const others = statements.map((each): CountingStatement => ({ ...each, count: counted.get(each.id) ?? 0 }));
      return Math.max(count, provenCount([...others, { opening, closing, count }]));
    },
  };
}

async function rowsLike(db: Reader, account: number, entries: readonly ReportedEntry[]): Promise<EntryRow[]> {
  if (entries.length === 0) return [];
  const days = [...new Set(entries.map(({ facts }) => facts.booked))];
  const references = [...new Set(entries.flatMap(({ reference }) => reference ?? []))];
  return (
    db
      .selectFrom('bank_entries')
      .selectAll()
      .where('account', '=', account)
      // A part has a reference of the bank only where a report had it as an entry of its own.
      .where(({ eb, or }) => or([eb('parent', 'is', null), eb('reference', 'not like', ' %')]))
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('booked', '=', sql<string>`any(${days}::text[])`),
          eb('reference', '=', sql<string>`any(${references}::text[])`),
          eb(
            'id',
            'in',
            selectFrom('bank_shown')
              .select('entry')
              .where('reference', '=', sql<string>`any(${references}::text[])`),
          ),
        ]),
      )
      .orderBy('id')
      .execute()
  );
}

async function shownOf(db: Reader, rows: readonly EntryRow[]): Promise<Shown[]> {
  const ids = rows.map(({ id }) => id);
  return db
    .selectFrom('bank_shown')
    .innerJoin('bank_statements', 'bank_statements.id', 'bank_shown.statement')
    .select(['entry', 'bank_shown.statement', 'reference', 'opening', 'closing', 'to_day'])
    .where('entry', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Statements with balances, from the first to the last of these days. */
async function statementsAround(db: Reader, account: number, days: readonly (string | null)[]) {
  const sorted = days.filter((day) => day !== null).toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const found = await db
    .selectFrom('bank_statements')
    .select(['id', 'opening', 'closing'])
    .where('account', '=', account)
    .where('to_day', '>=', first)
    .where('to_day', '<=', last)
    .execute();
  return found.flatMap(({ id, opening, closing }) =>
    opening === null || closing === null ? [] : [{ id, opening, closing }],
  );
}

/** How many entries of a day, direction and amount each statement shows. */
function countsOf(
  rows: readonly EntryRow[],
  shown: readonly Shown[],
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const groups = new Map(rows.map((row) => [row.id, groupOf(row)]));
  const counts = new Map<string, Map<number, number>>(rows.map((row) => [groupOf(row), new Map()]));
  for (const { entry, statement } of shown) {
    const counted = counts.get(groups.get(entry) ?? '');
    counted?.set(statement, (counted.get(statement) ?? 0) + 1);
  }
  return counts;
}
