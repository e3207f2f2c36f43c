import { readCamt } from './camt.ts';
import { readCsv } from './csv/read-csv.ts';
import { maxFileBytes } from './decode.ts';
import { findAccount, type ExpectedAccount } from './expected-account.ts';
import { BankFileError } from './file-error.ts';
import { readMt940 } from './mt940/read-mt940.ts';
import type { BankStatement, ParsedStatement, StatementFormat } from './statement.ts';
import type { ReadStatement } from './read-statement.ts';
import { markUnproven } from './unproven.ts';
import { readXml } from './xml.ts';

/** Control characters other than tab and line ends, and unpaired surrogates. */
const controlCharacter = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** The format of a file by its content; a text that is neither XML nor MT940 is CSV. Some banks write lines of their own before MT940. */
export function formatOf(text: string): StatementFormat {
  const start = text
    .replace(/^\uFEFF/, '')
    .slice(0, 4000)
    .trimStart();
  if (start.startsWith('<')) return start.includes('camt.054') ? 'camt054' : 'camt053';
  return /^(\{[14]:|:20:|:940:)/.test(start) || /^:20:.*\s+^:(21|25P?|28C?):/m.test(start) ? 'mt940' : 'csv';
}

/**
 * Reads a file, each of its statements by itself: account, currency, references, and that opening and entries make the closing balance. What is
 * wrong in one statement refuses that one. @throws BankFileError if the file as a whole can't be read
 */
export function readStatements<A extends ExpectedAccount>(
  content: string,
  format: StatementFormat,
  accounts: readonly A[],
): ReadStatement<A>[] {
  const text = content.replace(/^\uFEFF/, '');
  if (text.length > maxFileBytes) throw new BankFileError('tooLarge', 1, `${text.length} characters`);
  const control = controlCharacter.exec(text);
  if (control) throw new BankFileError('encoding', lineAt(text, control.index), 'a control character');
  const parsed = format === 'csv' ? readRows(text, accounts) : parse(text, format, accounts);
  if (parsed.length === 0) throw new BankFileError('empty', 1, 'no statement');
  const read = parsed.map((one) => judge(one, accounts));
  return format === 'mt940' ? markUnproven(read) : read;
}

function parse(
  text: string,
  format: Exclude<StatementFormat, 'csv'>,
  accounts: readonly ExpectedAccount[],
): ParsedStatement[] {
  if (format !== 'mt940') return readCamt(readXml(text), format);
  return readMt940(text, (head) => findAccount(accounts, head)?.dialect ?? 'unstructured');
}

const otherMapping = ['columns', 'account', 'currency'];

/** A CSV is of the one account whose mapping reads it. @throws BankFileError */
function readRows(text: string, accounts: readonly ExpectedAccount[]): ParsedStatement[] {
  const fitting: ParsedStatement[][] = [];
  let refused = new BankFileError('columns', 1, 'the account has no mapping for CSV');
  for (const { number, currency, mapping } of accounts) {
    if (!mapping) continue;
    try {
      const read = readCsv(text, mapping, { account: number, currency });
      fitting.push(read.map((statement) => ({ kind: 'parsed', statement })));
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error;
      if (!otherMapping.includes(error.problem)) fitting.push([]);
      if (refused.problem === 'columns' || !otherMapping.includes(error.problem)) refused = error;
    }
  }
  if (fitting.length > 1) throw new BankFileError('account', 1, 'the file could be of several accounts');
  const [only] = fitting;
  if (only === undefined || only.length === 0) throw refused;
  return only;
}

function judge<A extends ExpectedAccount>(parsed: ParsedStatement, accounts: readonly A[]): ReadStatement<A> {
  const { id, account: number, currency, line } = parsed.kind === 'parsed' ? parsed.statement : parsed.head;
  const head = { id, account: number, currency, line };
  const account = findAccount(accounts, head);
  if (account === null) return { kind: 'unknown', head };
  if (parsed.kind === 'refused') return { kind: 'refused', account, head, error: parsed.error };
  const { statement } = parsed;
  try {
    checkEntries(statement);
    checkBalances(statement);
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    return { kind: 'refused', account, head, error };
  }
  return { kind: 'read', account, statement };
}

/** Balances prove that an entry that looks like another one was booked too; without them it was written twice. */
function checkEntries({ entries, closing }: BankStatement): void {
  const seen = new Set<string>();
  for (const { reference, direction, amount, booked, line } of entries) {
    if (amount <= 0) throw new BankFileError('amount', line, '0');
    if (reference === null) continue;
    if (reference.length > 64) throw new BankFileError('malformed', line, 'the reference is too long');
    const same = JSON.stringify([reference, direction, amount, booked]);
    if (closing === null && seen.has(same)) throw new BankFileError('twice', line, reference);
    seen.add(same);
  }
}

function checkBalances({ opening, closing, entries, line }: BankStatement): void {
  if (opening === null || closing === null) return;
  const sum = entries.reduce(
    (total, { direction, amount }) => total + (direction === 'in' ? amount : -amount),
    opening,
  );
  if (sum !== closing) throw new BankFileError('balances', line, 'opening and entries do not make the closing balance');
}
