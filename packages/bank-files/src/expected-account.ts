import type { CsvMapping } from './csv.ts';
import type { StatementHead } from './statement.ts';

/** An account that a file may be about. */
export interface ExpectedAccount {
  readonly number: string;
  readonly currency: string;
  /** Needed for CSV. */
  readonly mapping?: CsvMapping | null | undefined;
}

/**
 * Finds the account of a statement. MT940 writes an account after its bank's code, as `20070000/1234567`, and may append the currency. A
 * statement that names no currency is found by its number, if only one account has it.
 */
export function findAccount<A extends ExpectedAccount>(
  accounts: readonly A[],
  { account, currency }: Pick<StatementHead, 'account' | 'currency'>,
): A | null {
  const forms = [account, account.slice(account.indexOf('/') + 1)].flatMap((form) => [
    form,
    form.replace(/(?<=\d)[A-Z]{3}$/, ''),
  ]);
  const numbered = accounts.filter(({ number }) => forms.includes(number));
  const found = currency === '' ? numbered : numbered.filter((each) => each.currency === currency);
  return found.length === 1 ? (found[0] ?? null) : null;
}
