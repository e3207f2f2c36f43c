import { readCamt } from './camt.ts';
import { type CsvMapping, readCsv } from './csv.ts';
import { BankFileError } from './file-error.ts';
import { readMt940 } from './mt940.ts';
import type { BankStatement, StatementFormat } from './statement.ts';
import { readXml } from './xml.ts';

export const maxFileBytes = 8_000_000;

/** The account that a file must be about. */
export interface ExpectedAccount {
  readonly number: string;
  readonly currency: string;
  /** Needed for CSV. */
  readonly mapping?: CsvMapping | null | undefined;
}

/** Control characters other than tab and line ends, and unpaired surrogates. */
const controlCharacter = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

/** Decodes a file's bytes. @throws BankFileError if they aren't UTF-8 */
export function decodeFile(bytes: Uint8Array): string {
  if (bytes.length > maxFileBytes) throw new BankFileError('tooLarge', 1, `${bytes.length} bytes`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BankFileError('encoding', lineOfBadByte(bytes), 'not UTF-8');
  }
  return text;
}

function lineOfBadByte(bytes: Uint8Array): number {
  const lenient = new TextDecoder('utf-8').decode(bytes);
  return lineAt(lenient, Math.max(0, lenient.indexOf('\uFFFD')));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** The format of a file by its content; a text that is neither XML nor MT940 is CSV. */
export function formatOf(text: string): StatementFormat {
  const start = text.slice(0, 4000).trimStart();
  if (start.startsWith('<')) return start.includes('camt.054') ? 'camt054' : 'camt053';
  return /^(\{1:|:20:|\{4:)/.test(start) ? 'mt940' : 'csv';
}

/**
 * Reads a file of one account and checks all of it: account, currency, references, and that opening and entries make the closing balance.
 * Either everything in it is right, or it is refused. @throws BankFileError
 */
export function readStatements(text: string, format: StatementFormat, expected: ExpectedAccount): BankStatement[] {
  if (text.length > maxFileBytes) throw new BankFileError('tooLarge', 1, `${text.length} characters`);
  const control = controlCharacter.exec(text);
  if (control) throw new BankFileError('encoding', lineAt(text, control.index), 'a control character');
  const statements = readAs(text, format, expected);
  if (statements.length === 0) throw new BankFileError('empty', 1, 'no statement');
  const seen = new Set<string>();
  for (const statement of statements) {
    checkAccount(statement, expected);
    checkBalances(statement);
    for (const entry of statement.entries) {
      if (entry.amount <= 0) throw new BankFileError('amount', entry.line, '0');
      if (entry.reference.length > 64) throw new BankFileError('malformed', entry.line, 'the reference is too long');
      const identity = JSON.stringify([entry.reference, entry.direction, entry.amount, entry.booked]);
      if (seen.has(identity)) throw new BankFileError('twice', entry.line, entry.reference);
      seen.add(identity);
    }
  }
  return statements;
}

function readAs(
  text: string,
  format: StatementFormat,
  { number, currency, mapping }: ExpectedAccount,
): BankStatement[] {
  if (format === 'mt940') return readMt940(text);
  if (format !== 'csv') return readCamt(readXml(text.replace(/^\uFEFF/, '')), format);
  if (!mapping) throw new BankFileError('columns', 1, 'the account has no mapping for CSV');
  return readCsv(text, mapping, { account: number, currency });
}

/** MT940 writes an account after its bank's code, as `20070000/1234567`, and may append the currency. */
function checkAccount({ account, currency, line }: BankStatement, expected: ExpectedAccount): void {
  if (currency !== expected.currency)
    throw new BankFileError('currency', line, `${currency || 'none'} instead of ${expected.currency}`);
  const forms = [account, account.slice(account.indexOf('/') + 1)].flatMap((form) => [
    form,
    form.replace(new RegExp(`${currency}$`), ''),
  ]);
  if (!forms.includes(expected.number)) throw new BankFileError('account', line, account.slice(0, 40));
}

function checkBalances({ opening, closing, entries, line }: BankStatement): void {
  if (opening === null || closing === null) return;
  const sum = entries.reduce(
    (total, { direction, amount }) => total + (direction === 'in' ? amount : -amount),
    opening,
  );
  if (sum !== closing) throw new BankFileError('balances', line, 'opening and entries do not make the closing balance');
}
