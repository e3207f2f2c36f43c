import { readAmount } from '../amounts.ts';
import { BankFileError } from '../file-error.ts';
import type { BankEntry, BankStatement } from '../statement.ts';
import { dayIn } from './days.ts';
import type { CsvMapping } from './mapping.ts';
import { balancesOf, inOrder, type Row } from './order.ts';
import { rowsIn, type CellRow } from './rows.ts';

/** What a CSV doesn't say itself. */
export interface CsvAccount {
  readonly account: string;
  readonly currency: string;
}

/** Reads a bank's CSV. Rows may be sorted either way; entries come in the order in which they were booked. @throws BankFileError */
export function readCsv(text: string, mapping: CsvMapping, own: CsvAccount): BankStatement[] {
  const rows = rowsIn(text, mapping);
  if (rows.length === 0) throw new BankFileError('empty', 1, 'no rows');
  const sorted = inOrder(
    rows.map((row) => readRow(row, mapping, own)),
    mapping,
  );
  const days = sorted.map(({ entry }) => entry.booked).toSorted();
  const [from = null, to = null] = [days[0], days.at(-1)];
  const balances = mapping.balance === undefined ? { opening: null, closing: null } : balancesOf(sorted);
  const entries = sorted.map(({ entry }) => entry);
  return [{ id: `${from} ${to}`, ...own, ...balances, from, to, entries, line: 1 }];
}

function readRow({ cells, line }: CellRow, mapping: CsvMapping, own: CsvAccount): Row {
  const cell = (column: string | undefined): string => (column === undefined ? '' : (cells[column] ?? '').trim());
  const currency = cell(mapping.currency);
  if (mapping.currency !== undefined && currency !== own.currency)
    throw new BankFileError('currency', line, `${currency || 'none'} instead of ${own.currency}`);
  const account = cell(mapping.ownAccount).replaceAll(/\s/g, '');
  if (mapping.ownAccount !== undefined && account !== own.account)
    throw new BankFileError('account', line, account.slice(0, 40));
  const units = unitsOf(mapping, cell, { currency: own.currency, line });
  if (units === 0) throw new BankFileError('amount', line, '0');
  const entry: BankEntry = {
    reference: cell(mapping.reference) || null,
    direction: units > 0 ? 'in' : 'out',
    amount: Math.abs(units),
    booked: dayIn(cell(mapping.date), mapping.dateForm, { line, column: mapping.date }),
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
  const { balance } = mapping;
  return {
    entry,
    balance: balance === undefined ? null : signed(cell(balance), mapping, { ...own, line, detail: balance }),
  };
}

type Cell = (column: string | undefined) => string;

/** A debit column may write its amounts with or without a minus. */
function unitsOf(mapping: CsvMapping, cell: Cell, at: { readonly currency: string; readonly line: number }): number {
  const { amount, credit, debit } = mapping;
  if (amount !== undefined) return signed(cell(amount), mapping, { ...at, detail: amount });
  const [came, went] = [cell(credit), cell(debit)];
  const [paidIn, paidOut] = [
    came === '' ? 0 : signed(came, mapping, { ...at, detail: credit ?? '' }),
    went === '' ? 0 : Math.abs(signed(went, mapping, { ...at, detail: debit ?? '' })),
  ];
  return paidIn - paidOut;
}

/** An amount with its sign. @throws BankFileError */
function signed(
  text: string,
  mapping: CsvMapping,
  { currency, line, detail }: { readonly currency: string; readonly line: number; readonly detail: string },
): number {
  const digits = withoutThousands(text.replace(/^[+-]\s*/, ''), mapping);
  const units = readAmount(digits, { currency, sign: mapping.decimal, line, detail });
  return text.startsWith('-') ? -units : units;
}

/** Only whole groups of three digits, by the declared sign, are taken together; all else stays, and is refused. */
function withoutThousands(text: string, { thousands, decimal }: CsvMapping): string {
  if (thousands === undefined) return text;
  // Banks write narrow and unbreakable spaces, and apostrophes of several kinds.
  const plain = text.replaceAll(/[\u00A0\u2009\u202F]/g, ' ').replaceAll('’', "'");
  const [whole = '', ...rest] = plain.split(decimal);
  const groups = whole.split(thousands);
  const areGroups = groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  return areGroups ? [groups.join(''), ...rest].join(decimal) : text;
}
