import { createHash } from 'node:crypto';
import {
  BankFileError,
  formatOf,
  readStatements,
  type BankStatement,
  type ReadStatement,
  type StatementFormat,
} from '@fft/bank-files';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Seals } from '../../authority/seals.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import { expectedOf, type AccountRow, type HouseAccounts } from '../accounts.ts';
import { reportedEntry, type EntryFacts, type ReportedEntry } from '../entries/entries.ts';
import { readKnown } from '../entries/known-entries.ts';
import { refusalOf } from './problem-texts.ts';
import { recognise, type Recognised } from '../entries/recognise.ts';
import type { StatementResult } from '../tables.ts';
import { takeReport } from '../entries/take-report.ts';

/** A file as it arrived. */
export interface GivenFile {
  readonly name: string;
  readonly text: string;
  readonly format?: StatementFormat | undefined;
}

/** One statement of a file, if the statement can be taken over. */
export interface StatementOf {
  readonly account: AccountRow;
  readonly statement: BankStatement;
  readonly entries: readonly ReportedEntry[];
}

export interface ReadFile {
  readonly format: StatementFormat;
  readonly statements: readonly StatementOf[];
  /** The result of every statement, including refused and left-out ones. */
  readonly results: readonly StatementResult[];
  readonly digest: string;
}

export interface KeptFile {
  readonly id: number;
  readonly digest: string;
}

/** What taking over a file would make of an entry. */
export interface Foreseen {
  readonly facts: EntryFacts;
  readonly line: number;
  readonly as: Recognised;
}

export interface BankFilesOptions {
  readonly db: Kysely<Tables>;
  readonly authority: Seals;
  readonly accounts: Pick<HouseAccounts, 'isGenuine' | 'listed'>;
  readonly now: () => number;
}

export interface BankFiles {
  /**
   * Reads a file, which may cover several accounts of the exchange. If `account` is given, the file must cover it. A wrong statement is left out.
   * @throws Refusal `badRequest` with the wrong line, if nothing can be taken over
   */
  read(account: AccountRow | null, file: GivenFile): Promise<ReadFile>;
  /** What taking over a file now would make of its entries. */
  foresee(file: ReadFile): Promise<Foreseen[]>;
  /** Keeps a file until it is taken over. @throws Refusal `conflict` if the file was read before */
  keep(
    account: AccountRow | null,
    file: GivenFile,
    by: { readonly source: 'console' | 'folder'; readonly operator: string },
  ): Promise<KeptFile>;
  /**
   * Takes over a kept file in one transaction, all or nothing, unless it was taken over before. `digest` is the agreed file's digest: a file that
   * changed since is refused. Returns the number of new entries.
   */
  apply(id: number, digest: string): Promise<number>;
}

export function createBankFiles(options: BankFilesOptions): BankFiles {
  const { db, now, accounts } = options;
  const readGiven = async (account: AccountRow | null, file: GivenFile): Promise<ReadFile> =>
    read(account, await accounts.listed(), file);
  return {
    read: readGiven,
    foresee: (file) => foresee(db, file),
    keep: async (chosen, file, { source, operator }) => {
      const { format, statements, digest } = await readGiven(chosen, file);
      const account = chosen ?? (statements[0] as StatementOf).account;
      const before = db
        .selectFrom('bank_files')
        .select('id')
        .where('account', '=', account.id)
        .where('digest', '=', digest);
      if (await before.where('state', '=', 'read').executeTakeFirst()) throw refuse('bankFileRead');
      const row = { account: account.id, name: file.name, format, source, digest, body: file.text, operator };
      const { id } = await db
        .insertInto('bank_files')
        .values({ ...row, state: 'proposed', entries: countOf(statements), results: null, time: now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, digest };
    },
    apply: (id, digest) => db.transaction().execute((transaction) => apply(transaction, options, { id, digest })),
  };
}

function countOf(statements: readonly StatementOf[]): number {
  return statements.reduce((sum, { entries }) => sum + entries.length, 0);
}

/** Reads a file. A CSV file doesn't name its account: it belongs to the chosen account, else to the account with the same columns. */
function read(
  chosen: AccountRow | null,
  listed: readonly AccountRow[],
  { text, format = formatOf(text) }: GivenFile,
): ReadFile {
  const accounts = chosen !== null && format === 'csv' ? [chosen] : listed;
  const expected = accounts.map((row) => ({ row, ...expectedOf(row) }));
  try {
    const found = readStatements(text, format, expected);
    const statements = found.flatMap((one): StatementOf[] => {
      if (one.kind !== 'read') return [];
      const { statement } = one;
      const account = one.account.row;
      return [{ account, statement, entries: statement.entries.map((entry) => reportedEntry(entry, account)) }];
    });
    const isOfChosen = chosen === null || statements.some(({ account }) => account.id === chosen.id);
    if (statements.length === 0 || !isOfChosen) throw whyNothing(found, chosen);
    return { format, statements, results: found.map(resultOf), digest: digestOf(text) };
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    throw refusalOf(error);
  }
}

type Found = ReadStatement<{ readonly row: AccountRow; readonly number: string; readonly currency: string }>;

/** Why nothing can be taken over. A refusal of the chosen account's statement says more than another account's being unknown. */
function whyNothing(found: readonly Found[], chosen: AccountRow | null): BankFileError {
  const refused = found.filter((one) => one.kind === 'refused');
  const own = refused.find(({ account }) => chosen === null || account.row.id === chosen.id);
  if (own) return own.error;
  const other = found.find(({ kind }) => kind !== 'refused') ?? found[0];
  const head = other?.kind === 'read' ? other.statement : other?.head;
  return new BankFileError('account', head?.line ?? 1, (head?.account ?? '').slice(0, 40));
}

function resultOf(one: Found): StatementResult {
  const { id, account: number, currency, line } = one.kind === 'read' ? one.statement : one.head;
  const problem = one.kind === 'refused' ? one.error : null;
  return {
    kind: one.kind,
    name: id.slice(0, 200),
    number: number.slice(0, 64),
    currency,
    problem: problem?.problem ?? null,
    line: problem?.line ?? line,
    detail: problem?.detail ?? '',
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function foresee(db: Kysely<Tables>, { statements }: ReadFile): Promise<Foreseen[]> {
  const foreseen: Foreseen[] = [];
  for (const { account, statement, entries } of statements) {
    const known = await readKnown(db, account.id, statement, entries);
    const recognised = recognise(entries, known.entries, known);
    for (const [index, { facts, line }] of entries.entries())
      foreseen.push({ facts, line, as: recognised[index] ?? { kind: 'new' } });
  }
  return foreseen;
}

async function apply(
  transaction: Transaction<Tables>,
  options: BankFilesOptions,
  { id, digest }: { readonly id: number; readonly digest: string },
): Promise<number> {
  const file = await transaction
    .selectFrom('bank_files')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (file === undefined) throw refuse('notFound');
  if (file.digest !== digest || digestOf(file.body) !== digest) throw refuse('approvalAltered');
  if (file.state === 'read') return file.added;
  const { statements, results } = await readLocked(transaction, options, file);
  const again = transaction.selectFrom('bank_files').select('id').where('account', '=', file.account);
  if (await again.where('digest', '=', digest).where('state', '=', 'read').executeTakeFirst())
    throw refuse('bankFileRead');
  let added = 0;
  for (const { account, statement, entries } of statements)
    added += await takeReport(transaction, options, { file: id, account: account.id, statement, entries });
  await transaction
    .updateTable('bank_files')
    .set({ state: 'read', added, results: JSON.stringify(results) })
    .where('id', '=', id)
    .execute();
  return added;
}

/** Locks the accounts, so that files are taken over one at a time, and reads the file again. The order of the locks is fixed. */
async function readLocked(
  transaction: Transaction<Tables>,
  { accounts }: BankFilesOptions,
  file: Selectable<Tables['bank_files']>,
): Promise<ReadFile> {
  const rows = await transaction.selectFrom('bank_accounts').selectAll().orderBy('id').forUpdate().execute();
  const own = rows.find(({ id }) => id === file.account) ?? null;
  const listed = rows.filter((row) => row.listed && accounts.isGenuine(row));
  return read(own, listed, { name: file.name, text: file.body, format: file.format });
}
