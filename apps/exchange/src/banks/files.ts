import { createHash } from 'node:crypto';
import { BankFileError, formatOf, readStatements, type BankStatement, type StatementFormat } from '@fft/bank-files';
import { Code } from '@fft/contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Authority } from '../funds/withdrawals/index.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { AccountRow } from './accounts.ts';
import { entryStatement, factsOf, identityOf, type EntryFacts } from './entries.ts';
import { problemTexts } from './problem-texts.ts';

/** A file as it came. */
export interface GivenFile {
  readonly name: string;
  readonly text: string;
  readonly format?: StatementFormat | undefined;
}

export interface ReadFile {
  readonly format: StatementFormat;
  readonly statements: readonly BankStatement[];
  /** Every entry, with the line on which it begins. */
  readonly entries: readonly (EntryFacts & { readonly line: number })[];
  readonly digest: string;
}

export interface KeptFile {
  readonly id: number;
  readonly digest: string;
}

export interface BankFilesOptions {
  readonly db: Kysely<Tables>;
  readonly authority: Pick<Authority, 'macOf'>;
  readonly now: () => number;
}

export interface BankFiles {
  /** Reads a file of an account. @throws Refusal 400 with the wrong line */
  read(account: AccountRow, file: GivenFile): ReadFile;
  /** The identities of those entries that are known already. */
  known(account: AccountRow, entries: readonly EntryFacts[]): Promise<ReadonlySet<string>>;
  /** Keeps a file until it is agreed to; @throws Refusal 409 if it was read before */
  keep(
    account: AccountRow,
    file: GivenFile,
    by: { readonly source: 'console' | 'folder'; readonly operator: string },
  ): Promise<KeptFile>;
  /**
   * Takes over a kept file in one transaction, unless it was before: nothing of it is there, or all. The digest is that of the agreement: a file
   * that was changed since is refused. Returns the number of new entries.
   */
  apply(id: number, digest: string): Promise<number>;
}

export function createBankFiles(options: BankFilesOptions): BankFiles {
  const { db, now } = options;
  return {
    read,
    known: (account, entries) => knownOf(db, account.id, entries),
    keep: async (account, file, { source, operator }) => {
      const { format, entries, digest } = read(account, file);
      const before = db
        .selectFrom('bank_files')
        .select('id')
        .where('account', '=', account.id)
        .where('digest', '=', digest);
      if (await before.where('state', '=', 'read').executeTakeFirst()) throw new Refusal(Code.conflict, 'bankFileRead');
      const row = { account: account.id, name: file.name, format, source, digest, body: file.text, operator };
      const { id } = await db
        .insertInto('bank_files')
        .values({ ...row, state: 'proposed', entries: entries.length, time: now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, digest };
    },
    apply: (id, digest) => db.transaction().execute((transaction) => apply(transaction, options, { id, digest })),
  };
}

function read(account: AccountRow, { text, format = formatOf(text) }: GivenFile): ReadFile {
  try {
    const expected = { number: account.number, currency: account.currency, mapping: account.csv };
    const statements = readStatements(text, format, expected);
    const entries = statements.flatMap((statement) =>
      statement.entries.map((entry) => ({ ...factsOf(entry, account), line: entry.line })),
    );
    return { format, statements, entries, digest: digestOf(text) };
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    const { line, problem, detail } = error;
    const values = { line, problem: problemTexts[problem], detail };
    throw new Refusal(Code.badRequest, 'bankFileWrong', { values, data: { line, problem, detail } });
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function knownOf(
  db: Kysely<Tables>,
  account: number,
  entries: readonly EntryFacts[],
): Promise<ReadonlySet<string>> {
  const references = [...new Set(entries.map(({ reference }) => reference))];
  if (references.length === 0) return new Set();
  const rows = await db
    .selectFrom('bank_entries')
    .select(['account', 'reference', 'direction', 'amount', 'booked'])
    .where('account', '=', account)
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .execute();
  return new Set(rows.map(identityOf));
}

const entriesAtOnce = 500;

async function apply(
  transaction: Transaction<Tables>,
  { authority, now }: BankFilesOptions,
  { id, digest }: { readonly id: number; readonly digest: string },
): Promise<number> {
  const file = await transaction
    .selectFrom('bank_files')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (file === undefined) throw new Refusal(Code.notFound, 'notFound');
  if (file.digest !== digest || digestOf(file.body) !== digest) throw new Refusal(Code.conflict, 'approvalAltered');
  if (file.state === 'read') return file.added;
  // One file of an account at a time.
  const account = await transaction
    .selectFrom('bank_accounts')
    .selectAll()
    .where('id', '=', file.account)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const again = transaction.selectFrom('bank_files').select('id').where('account', '=', account.id);
  if (await again.where('digest', '=', digest).where('state', '=', 'read').executeTakeFirst())
    throw new Refusal(Code.conflict, 'bankFileRead');
  const { statements, entries } = read(account, { name: file.name, text: file.body, format: file.format });
  let added = 0;
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    const rows = entries.slice(at, at + entriesAtOnce).map(({ line: _line, ...facts }) => ({
      ...facts,
      file: id,
      mac: authority.macOf(entryStatement(facts)),
      state: 'new' as const,
      customer: null,
      payout: null,
      match_mac: null,
      statement: null,
      time: now(),
      updated: now(),
    }));
    const inserted = await transaction
      .insertInto('bank_entries')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['account', 'reference', 'amount', 'direction', 'booked']).doNothing())
      .returning('id')
      .execute();
    added += inserted.length;
  }
  for (const statement of statements) await addStatement(transaction, { id, account: account.id }, statement);
  await transaction.updateTable('bank_files').set({ state: 'read', added }).where('id', '=', id).execute();
  return added;
}

/** Adds a statement, and notes it with the entries that it is the first to show. */
async function addStatement(
  transaction: Transaction<Tables>,
  file: { readonly id: number; readonly account: number },
  { id: name, from, to, opening, closing, entries }: BankStatement,
): Promise<void> {
  const days = { from_day: from, to_day: to, opening, closing };
  const { id } = await transaction
    .insertInto('bank_statements')
    .values({ file: file.id, account: file.account, name: name.slice(0, 200), ...days })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (opening === null || entries.length === 0) return;
  const rows = entries.map(({ reference, direction, amount, booked }) => ({ reference, direction, amount, booked }));
  await sql`
    update bank_entries set statement = ${id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as shown (reference text, direction text, amount bigint, booked text)
    where account = ${file.account} and statement is null and bank_entries.reference = shown.reference
      and bank_entries.direction = shown.direction and bank_entries.amount = shown.amount and bank_entries.booked = shown.booked
  `.execute(transaction);
}
