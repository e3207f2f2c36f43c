import type { CsvMapping } from './csv/mapping.ts';
import { decodeRoughly, type FileEncoding } from './decode.ts';
import type { Mt940Dialect } from './mt940/dialects.ts';
import type { StatementHead } from './statement.ts';

/** An account that a file may be about. */
export interface ExpectedAccount {
  readonly number: string;
  readonly currency: string;
  /** Needed for CSV. */
  readonly mapping?: CsvMapping | null | undefined;
  /** How its bank writes `:86:` of MT940; without it, nothing there is the bank's own. */
  readonly dialect?: Mt940Dialect | null | undefined;
  /** Of its MT940 and CSV; UTF-8 without it. */
  readonly encoding?: FileEncoding | null | undefined;
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
  const numbered = accounts.filter(
    ({ number }) => forms.includes(number) || forms.some((form) => isInIban(number, form)),
  );
  const found = currency === '' ? numbered : numbered.filter((each) => each.currency === currency);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Digits of the bank's code and of the account in the IBANs of countries whose banks write both into `:25:`. */
const nationalLengths: Readonly<Record<string, readonly [bank: number, account: number]>> = {
  AT: [5, 11],
  CH: [5, 12],
  DE: [8, 10],
};

/** True for `37040044/532013000` and the IBAN that has these two; zeros before an account may be missing. */
function isInIban(iban: string, written: string): boolean {
  const [bank, account] = nationalLengths[iban.slice(0, 2)] ?? [];
  const [, code = '', number = ''] = /^(\w+)\/0*(\w+)$/.exec(written) ?? [];
  if (bank === undefined || account === undefined || number === '') return false;
  const isForm = iban.length === 4 + bank + account;
  return isForm && iban.slice(4) === code.padStart(bank, '0') + number.padStart(account, '0');
}

/** The encoding of a file that isn't XML: the one of the accounts that it may be of, or else UTF-8. */
export function encodingOf(bytes: Uint8Array, accounts: readonly ExpectedAccount[]): FileEncoding {
  const numbers = [...decodeRoughly(bytes).matchAll(/^:25P?:(.*?)\r?$/gm)].map(([, number]) => number ?? '');
  const isOf = (account: ExpectedAccount): boolean =>
    numbers.length === 0
      ? account.mapping != null
      : numbers.some(
          (written) => findAccount([account], { account: written.replaceAll(/\s/g, ''), currency: '' }) !== null,
        );
  const encodings = new Set(accounts.filter(isOf).map(({ encoding }) => encoding ?? 'utf-8'));
  const [only = 'utf-8'] = encodings;
  return encodings.size === 1 ? only : 'utf-8';
}
