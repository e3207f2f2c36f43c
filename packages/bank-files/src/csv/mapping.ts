import type { CsvDateForm } from './days.ts';

/** Names of the columns in a bank's CSV, and the forms of its values. Text columns may be missing, the others may not. */
export interface CsvMapping {
  readonly delimiter: ',' | ';' | '\t';
  readonly decimal: '.' | ',';
  /** The sign between groups of three digits; without it, such amounts are refused. */
  readonly thousands?: (typeof thousandsSigns)[number] | undefined;
  readonly dateForm: CsvDateForm;
  /** Which entry the file begins with; needed where neither days nor balances tell. */
  readonly order?: (typeof csvOrders)[number] | undefined;
  readonly date: string;
  /** The bank's own reference; without it, entries that look alike are told apart by their number. */
  readonly reference?: string | undefined;
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

export const csvOrders = ['oldestFirst', 'newestFirst'] as const;
export const thousandsSigns = ['.', ',', ' ', "'"] as const;
