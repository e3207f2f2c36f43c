import type {
  BankEntryLine,
  BankFileLine,
  BankPartLine,
  HouseBankAccount,
  FileStatementLine,
} from '@fft/console-contract';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from './room.ts';
import type { AccountRow, HouseAccounts } from './accounts.ts';
import { latestClosings } from './days/closings.ts';
import { bankReference, partReference, type EntryRow } from './entries/entries.ts';
import { formatMinor } from './entries/minor-units.ts';
import { problemTexts } from './files/problem-texts.ts';
import type { EntryState, StatementResult } from './tables.ts';

export interface ListPage {
  readonly before: number;
  readonly limit: number;
}

export interface EntriesQuery extends ListPage {
  readonly account?: number | undefined;
  readonly state?: EntryState | undefined;
  readonly customer?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Entries, newest first, those in the queue oldest first; one more than requested if there are more. */
export function listEntries(db: Kysely<Tables>, query: EntriesQuery): Promise<EntryRow[]> {
  const { account, state, customer, from, to, before, limit } = query;
  const isQueue = state === 'queued';
  let rows = db.selectFrom('bank_entries').selectAll();
  // Parts are listed where they are decided; else their entry shows them.
  if (state === undefined && customer === undefined) rows = rows.where('parent', 'is', null);
  if (account !== undefined) rows = rows.where('account', '=', account);
  if (state !== undefined) rows = rows.where('state', '=', state);
  if (customer !== undefined) rows = rows.where('customer', '=', customer);
  if (from !== undefined) rows = rows.where('booked', '>=', from);
  if (to !== undefined) rows = rows.where('booked', '<=', to);
  if (Number.isFinite(before)) rows = rows.where('id', isQueue ? '>' : '<', before);
  return rows
    .orderBy('id', isQueue ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute();
}

/** An entry as operators see it, without the names and proposals that other modules know. */
export type EntryLine = Omit<BankEntryLine, 'customer' | 'proposal'> & { readonly customer: number | null };

export function entryLine(row: EntryRow): EntryLine {
  const { id, account, currency, direction, amount, booked, name, number, body, end_to_end, is_return } = row;
  return {
    id,
    account,
    coin: currency,
    reference: bankReference(row),
    direction,
    amount: formatMinor(amount, currency),
    booked,
    name,
    number,
    text: body,
    endToEnd: end_to_end,
    isReturn: is_return,
    parent: row.parent,
    count: row.parts?.length ?? 0,
    unusual: row.unusual,
    twin: row.twin,
    state: row.state,
    doubts: row.doubts,
    customer: row.customer,
    time: row.time,
    updated: row.updated,
  };
}

/** What the bank says about the payments of an entry, with the rows on which they are decided, if it is split. */
export async function partLines(db: Kysely<Tables>, row: EntryRow): Promise<BankPartLine[]> {
  const children = await db.selectFrom('bank_entries').selectAll().where('parent', '=', row.id).execute();
  return (row.parts ?? []).map(
    ({ amount, name, number, body: text, end_to_end: endToEnd, is_return: isReturn }, index) => {
      const names = [partReference(index + 1, row), row.parts?.[index]?.reference, `${row.reference}/${index + 1}`];
      const own = children.find(({ reference }) => names.includes(reference));
      return {
        entry: own?.id ?? null,
        state: own?.state ?? null,
        amount: amount === null ? null : formatMinor(amount, row.currency),
        name,
        number,
        text,
        endToEnd,
        isReturn,
      };
    },
  );
}

/** Imported files, newest first; one more than requested if there are more. */
export async function listFiles(
  db: Kysely<Tables>,
  { account, before, limit }: ListPage & { readonly account?: number | undefined },
): Promise<BankFileLine[]> {
  const { rows } = await sql<FileRow>`
    select f.id, f.account, f.name, f.format, f.source, f.state, f.operator, f.time, f.entries, f.added, f.digest, f.results, a.currency,
      (select min(from_day) from bank_statements where file = f.id) as from_day,
      (select max(to_day) from bank_statements where file = f.id) as to_day,
      (select opening from bank_statements where file = f.id and account = f.account order by from_day, id limit 1) as opening,
      (select closing from bank_statements where file = f.id and account = f.account order by to_day desc, id desc limit 1) as closing
    from bank_files f join bank_accounts a on a.id = f.account
    where (${account ?? null}::bigint is null or f.account = ${account ?? null}
      or exists (select from bank_statements where file = f.id and account = ${account ?? null})) and f.id < ${Number.isFinite(before) ? before : Number.MAX_SAFE_INTEGER}
    order by f.id desc limit ${limit + 1}`.execute(db);
  return rows.map(({ currency, operator, from_day: from, to_day: to, opening, closing, results, ...row }) => {
    const shown = (amount: number | null): string | null => (amount === null ? null : formatMinor(amount, currency));
    return {
      ...row,
      coin: currency,
      by: operator,
      from,
      to,
      opening: shown(opening),
      closing: shown(closing),
      statements: statementLines(results ?? []),
    };
  });
}

/** What became of each statement of a file, with its reason in both languages. */
export function statementLines(results: readonly StatementResult[]): FileStatementLine[] {
  return results.map(({ kind, name, number, currency, problem, line, detail }) => ({
    kind,
    name,
    number,
    coin: currency,
    problem: problem === null ? null : { ...problemTexts[problem] },
    line,
    detail,
  }));
}

interface FileRow extends Omit<BankFileLine, 'coin' | 'by' | 'from' | 'to' | 'opening' | 'closing' | 'statements'> {
  readonly results: readonly StatementResult[] | null;
  readonly currency: string;
  readonly operator: string;
  readonly from_day: string | null;
  readonly to_day: string | null;
  readonly opening: number | null;
  readonly closing: number | null;
}

/** The exchange's accounts, with the latest closing balance of each and the number of entries that wait. */
export async function listHouseAccounts(db: Kysely<Tables>, accounts: HouseAccounts): Promise<HouseBankAccount[]> {
  const [rows, closings, queued] = await Promise.all([
    accounts.all(),
    latestClosings(db),
    db
      .selectFrom('bank_entries')
      .select(({ fn }) => ['account', fn.countAll<number>().as('count')])
      .where('state', '=', 'queued')
      .groupBy('account')
      .execute(),
  ]);
  return rows.map((row) => {
    const closing = closings.get(row.id);
    return {
      ...detailsOf(row),
      genuine: accounts.isGenuine(row),
      closing: closing === undefined ? null : formatMinor(closing.amount, row.currency),
      closingDay: closing?.day ?? null,
      queued: queued.find(({ account }) => account === row.id)?.count ?? 0,
    };
  });
}

function detailsOf({ id, currency, kind, number, bank, holder, bank_name, address, listed, ...row }: AccountRow) {
  const [hours, minutes] = [Math.floor(row.cut_off / 60), row.cut_off % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return {
    id,
    coin: currency,
    kind,
    number,
    bank,
    holder,
    bankName: bank_name,
    address,
    listed,
    cutOff: `${hours}:${minutes}`,
    timeZone: row.time_zone,
    holidays: row.holidays,
    csv: row.csv && JSON.stringify(row.csv),
    dialect: row.dialect,
    encoding: row.encoding,
  };
}

/** Batches, newest first; one more than requested if there are more. */
export function listBatches(
  db: Kysely<Tables>,
  { account, before, limit }: ListPage & { readonly account?: number | undefined },
): Promise<Selectable<Tables['bank_batches']>[]> {
  let rows = db.selectFrom('bank_batches').selectAll();
  if (account !== undefined) rows = rows.where('account', '=', account);
  if (Number.isFinite(before)) rows = rows.where('id', '<', before);
  return rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}
