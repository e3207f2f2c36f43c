import { CsvError, parse } from 'csv-parse/sync';
import { readAmount, readDay } from './amounts.ts';
import { BankFileError } from './file-error.ts';
import type { BankEntry, BankStatement } from './statement.ts';

/** How days are written in a bank's CSV. */
export const csvDates = ['YYYY-MM-DD', 'DD.MM.YYYY', 'MM/DD/YYYY', 'YYYYMMDD'] as const;

/** Names of the columns in a bank's CSV, and the forms of its values. Text columns may be missing, the others may not. */
export interface CsvMapping {
  readonly delimiter: ',' | ';' | '\t';
  readonly decimal: '.' | ',';
  readonly dateForm: (typeof csvDates)[number];
  readonly date: string;
  /** The bank's own reference. */
  readonly reference: string;
  /** Signed; or else a column for each direction. */
  readonly amount?: string | undefined;
  readonly credit?: string | undefined;
  readonly debit?: string | undefined;
  readonly currency?: string | undefined;
  /** The house's own account, if the file says it. */
  readonly ownAccount?: string | undefined;
  /** The balance after the entry. */
  readonly balance?: string | undefined;
  readonly name?: string | undefined;
  readonly account?: string | undefined;
  readonly text?: string | undefined;
  readonly endToEnd?: string | undefined;
}

/** What a CSV doesn't say itself. */
export interface CsvAccount {
  readonly account: string;
  readonly currency: string;
}

interface Row {
  readonly cells: Readonly<Record<string, string>>;
  readonly line: number;
}

/** Reads a bank's CSV. Rows may be sorted either way. @throws BankFileError */
export function readCsv(text: string, mapping: CsvMapping, own: CsvAccount): BankStatement[] {
  const rows = rowsOf(text, mapping);
  if (rows.length === 0) throw new BankFileError('empty', 1, 'no rows');
  const read = rows.map((row) => ({ ...readRow(row, mapping, own), row }));
  const days = read.map(({ entry }) => entry.booked).toSorted();
  const [from = null, to = null] = [days[0], days.at(-1)];
  const balances = mapping.balance === undefined ? { opening: null, closing: null } : balancesOf(read);
  const entries = read.map(({ entry }) => entry);
  return [{ id: `${from} ${to}`, ...own, ...balances, from, to, entries, line: 1 }];
}

function rowsOf(text: string, mapping: CsvMapping): Row[] {
  const { delimiter, date, reference, amount, credit, debit } = mapping;
  const needed = [date, reference, ...(amount === undefined ? [credit ?? 'credit', debit ?? 'debit'] : [amount])];
  try {
    const records = parse(text, {
      delimiter,
      columns: headerOf,
      bom: true,
      info: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
    });
    return (records as unknown as { record: Record<string, string>; info: { lines: number } }[]).map(
      ({ record, info }, index) => {
        const missing = needed.find((column) => !(column in record));
        if (index === 0 && missing !== undefined) throw new BankFileError('columns', 1, missing);
        return { cells: record, line: info.lines };
      },
    );
  } catch (error) {
    if (error instanceof CsvError)
      throw new BankFileError('malformed', Number(error['lines'] ?? 1), error.message.slice(0, 80));
    throw error;
  }
}

function headerOf(names: string[]): string[] {
  const trimmed = names.map((name) => name.trim());
  if (new Set(trimmed).size !== trimmed.length) throw new BankFileError('columns', 1, 'a column twice');
  return trimmed;
}

function readRow(
  { cells, line }: Row,
  mapping: CsvMapping,
  own: CsvAccount,
): { entry: BankEntry; balance: number | null } {
  const cell = (column: string | undefined): string => (column === undefined ? '' : (cells[column] ?? '').trim());
  const currency = cell(mapping.currency);
  if (mapping.currency !== undefined && currency !== own.currency)
    throw new BankFileError('currency', line, `${currency || 'none'} instead of ${own.currency}`);
  const account = cell(mapping.ownAccount).replaceAll(/\s/g, '');
  if (mapping.ownAccount !== undefined && account !== own.account)
    throw new BankFileError('account', line, account.slice(0, 40));
  const signed = (text: string, detail: string): number => {
    const digits = text.replace(/^[+-]/, '');
    const units = readAmount(digits, { currency: own.currency, sign: mapping.decimal, line, detail });
    return text.startsWith('-') ? -units : units;
  };
  const units = unitsOf(mapping, cell, signed);
  if (units === 0) throw new BankFileError('amount', line, '0');
  const entry: BankEntry = {
    reference: cell(mapping.reference) || null,
    direction: units > 0 ? 'in' : 'out',
    amount: Math.abs(units),
    booked: dayIn(cell(mapping.date), mapping, line),
    bookedAt: null,
    parts: [],
    unusual: null,
    name: cell(mapping.name) || null,
    account: cell(mapping.account) || null,
    text: cell(mapping.text),
    endToEnd: cell(mapping.endToEnd) || null,
    isReturn: false,
    reason: null,
    line,
  };
  return { entry, balance: mapping.balance === undefined ? null : signed(cell(mapping.balance), mapping.balance) };
}

/** A debit column may write its amounts with or without a minus. */
function unitsOf(
  { amount, credit, debit }: CsvMapping,
  cell: (column: string | undefined) => string,
  signed: (text: string, detail: string) => number,
): number {
  if (amount !== undefined) return signed(cell(amount), amount);
  const [came, went] = [cell(credit), cell(debit)];
  return (came === '' ? 0 : signed(came, credit ?? '')) - (went === '' ? 0 : Math.abs(signed(went, debit ?? '')));
}

const dateParts: Readonly<Record<CsvMapping['dateForm'], RegExp>> = {
  'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/,
  'DD.MM.YYYY': /^(?<d>\d\d)\.(?<m>\d\d)\.(?<y>\d{4})$/,
  'MM/DD/YYYY': /^(?<m>\d\d)\/(?<d>\d\d)\/(?<y>\d{4})$/,
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)$/,
};

function dayIn(text: string, { dateForm, date }: CsvMapping, line: number): string {
  const { y, m, d } = dateParts[dateForm].exec(text)?.groups ?? {};
  if (y === undefined) throw new BankFileError('date', line, `${date}: ${text.slice(0, 40)}`);
  return readDay(`${y}-${m}-${d}`, line, date);
}

type Read = { readonly entry: BankEntry; readonly balance: number | null; readonly row: Row };

/** Each balance is the one before it plus the entry. The file says by its first day, or else by its sums, which end is older. */
function balancesOf(rows: readonly Read[]): { opening: number; closing: number } {
  const wrong = (sorted: readonly Read[]): Read | undefined =>
    sorted.find(
      (each, index) => index > 0 && (each.balance ?? 0) - signedOf(each) !== (sorted[index - 1]?.balance ?? 0),
    );
  const backwards = rows.toReversed();
  const sorted = wrong(rows) === undefined ? rows : backwards;
  const broken = wrong(sorted);
  if (broken) throw new BankFileError('balances', broken.row.line, 'the balances do not add up');
  const [first, last] = [sorted[0] as Read, sorted.at(-1) as Read];
  return { opening: (first.balance ?? 0) - signedOf(first), closing: last.balance ?? 0 };
}

function signedOf({ entry }: Read): number {
  return entry.direction === 'in' ? entry.amount : -entry.amount;
}
