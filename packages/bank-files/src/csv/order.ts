import { BankFileError } from '../file-error.ts';
import type { BankEntry } from '../statement.ts';
import type { CsvMapping } from './mapping.ts';

/** A row with the balance after it. */
export interface Row {
  readonly entry: BankEntry;
  readonly balance: number | null;
}

/** Puts rows into the order in which the bank booked them. @throws BankFileError if nothing tells which end is older */
export function inOrder(rows: readonly Row[], { order, balance }: CsvMapping): readonly Row[] {
  const byDays = orderByDays(rows);
  if (byDays !== null && order !== undefined && byDays !== order)
    throw new BankFileError('order', rows[0]?.entry.line ?? 1, `${byDays} instead of ${order}`);
  const known = byDays ?? order;
  if (known !== undefined) return known === 'oldestFirst' ? rows : rows.toReversed();
  return balance === undefined ? rows : orderByBalances(rows);
}

function orderByDays(rows: readonly Row[]): CsvMapping['order'] | null {
  const [first = '', last = ''] = [rows[0]?.entry.booked, rows.at(-1)?.entry.booked];
  if (first === last) return null;
  return first < last ? 'oldestFirst' : 'newestFirst';
}

/** @throws BankFileError if both ends could be the older one */
function orderByBalances(rows: readonly Row[]): readonly Row[] {
  // All of one day: each balance is the one before it plus the entry.
  const backwards = rows.toReversed();
  const [isForwards, isBackwards] = [firstBreak(rows) === null, firstBreak(backwards) === null];
  if (isForwards && isBackwards && !isSame(ends(rows), ends(backwards)))
    throw new BankFileError('order', rows[0]?.entry.line ?? 1, 'oldestFirst or newestFirst');
  return isForwards ? rows : backwards;
}

/** The balances before the first and after the last row. @throws BankFileError if one isn't the one before it plus its entry */
export function balancesOf(sorted: readonly Row[]): { opening: number; closing: number } {
  const broken = firstBreak(sorted);
  if (broken) throw new BankFileError('balances', broken.entry.line, 'the balances do not add up');
  return ends(sorted);
}

function ends(sorted: readonly Row[]): { opening: number; closing: number } {
  const [first, last] = [sorted[0] as Row, sorted.at(-1) as Row];
  return { opening: (first.balance ?? 0) - signedOf(first), closing: last.balance ?? 0 };
}

function isSame(one: ReturnType<typeof ends>, other: ReturnType<typeof ends>): boolean {
  return one.opening === other.opening && one.closing === other.closing;
}

function firstBreak(sorted: readonly Row[]): Row | null {
  const broken = sorted.find(
    (row, index) => index > 0 && (row.balance ?? 0) - signedOf(row) !== (sorted[index - 1]?.balance ?? 0),
  );
  return broken ?? null;
}

function signedOf({ entry }: Row): number {
  return entry.direction === 'in' ? entry.amount : -entry.amount;
}
