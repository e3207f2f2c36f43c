import type { Mt940Dialect } from '@fft/bank-files';
import type {
  ActInput,
  BankDayLine,
  BankFileLine,
  BankPartLine,
  BatchItemLine,
  BatchPayment,
  CustomerBankDeposit,
  CustomerPayout,
  HouseBankAccount,
  FileStatementLine,
} from '@fft/console-contract';
import { formatDecimal } from '@fft/decimal';
import type { Kysely } from 'kysely';
import type { Agreement } from '../authority/agreement.ts';
import { writeAudit } from '../audit/audit.ts';
import type { AnyTransaction } from '../database/rooms.ts';
import { own, type Tables } from './room.ts';
import type { Review } from '../identity/index.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { refuse } from './refusals.ts';
import { columnsOf, type AccountDetails, type AccountInput, type AccountRow, type HouseAccounts } from './accounts.ts';
import { batchLine, itemLine, paymentStates, type BatchLine } from './payouts/batch-lines.ts';
import type { BankAnswers } from './payouts/bank-answers.ts';
import type { Batches, BatchRow } from './payouts/batches.ts';
import { checkExplaining, explainDay, listDays, openBreaks, type DaysQuery, type Explained } from './days/breaks.ts';
import { departureOf, type Departure } from './payouts/cut-off.ts';
import { lateStatements } from './payouts/late.ts';
import { listDepositsOf, listPayoutsOf } from './customer-lists.ts';
import { checkDecision, decideEntry, type DecideOptions, type EntryDecision } from './entries/decide-entry.ts';
import type { BankFiles, Foreseen, GivenFile } from './files/files.ts';
import type { Judge } from './entries/judge.ts';
import {
  entryLine,
  listBatches,
  listEntries,
  listFiles,
  listHouseAccounts,
  partLines,
  statementLines,
  type EntriesQuery,
  type EntryLine,
  type ListPage,
} from './lists.ts';
import { formatMinor } from './entries/minor-units.ts';
import type { References } from './entries/references.ts';
import { sampleLines, type SampleLines } from './files/sample-lines.ts';
import type { BatchItem, Doubt } from './tables.ts';
import { suggestOwners, type Suggestion } from './entries/suggest.ts';
import { countWaiting, type BankQueues } from './waiting.ts';

/** What a file would do. Amounts are decimals. */
export interface FilePreview {
  readonly format: BankFileLine['format'];
  readonly from: string | null;
  readonly to: string | null;
  readonly opening: string | null;
  readonly closing: string | null;
  readonly entries: number;
  readonly known: number;
  readonly moneyIn: string;
  readonly moneyOut: string;
  readonly digest: string;
  readonly coin: string;
  readonly statements: FileStatementLine[];
  readonly preview: readonly {
    readonly customer: number | null;
    readonly doubts: Doubt[];
    readonly line: number;
    readonly coin: string;
    readonly count: number;
    readonly direction: 'in' | 'out';
    readonly amount: string;
    readonly booked: string;
    readonly name: string | null;
    readonly text: string;
  }[];
}

/** The operators' side of the banks. Whatever moves money demands that two operators agreed. */
export interface BankOperations {
  accounts(): Promise<HouseBankAccount[]>;
  checkAccount(input: AccountInput): Promise<AccountDetails>;
  saveAccount(transaction: AnyTransaction, input: ActInput<'bankAccount'>, agreement: Agreement): Promise<void>;
  previewFile(account: number, file: GivenFile): Promise<FilePreview>;
  /** Keeps a file until it is agreed to; returns its id. */
  keepFile(account: number, file: GivenFile, operator: string): Promise<number>;
  /** Takes over a file, and credits what it matches. */
  applyFile(id: number, digest: string, agreement: Agreement): Promise<void>;
  files(query: ListPage & { readonly account?: number | undefined }): Promise<BankFileLine[]>;
  entries(query: EntriesQuery): Promise<EntryLine[]>;
  entry(id: number): Promise<{
    readonly entry: EntryLine;
    readonly parts: BankPartLine[];
    readonly suggestions: readonly Suggestion[];
  }>;
  payable(account: number): Promise<Departure & Readonly<Record<'items' | 'leftOut', BatchItemLine[]>>>;
  /** Keeps a batch until a second operator releases it. */
  proposeBatch(account: number, endToEnds: readonly string[], operator: string): Promise<BatchLine>;
  releaseBatch(id: number, digest: string, agreement: Agreement): Promise<void>;
  batchesOf(query: ListPage & { readonly account?: number | undefined }): Promise<BatchLine[]>;
  /** With what became of each payment, once it is released. */
  batch(
    id: number,
  ): Promise<Omit<BatchLine, 'items'> & { readonly items: readonly Omit<BatchPayment, 'givingBack'>[] }>;
  batchFile: Batches['file'];
  /** Takes over a bank's answer to a payment file. It moves no money. */
  takeAnswer: BankAnswers['take'];
  /** What a file of MT940 would say in a dialect, or in the one that it seems to have. @throws Refusal */
  readSample(text: string, dialect: Mt940Dialect | undefined): SampleLines;
  /** A payout that may be given up. @throws Refusal */
  checkFailing(
    id: number,
  ): Promise<Readonly<Record<'coin' | 'amount' | 'address', string>> & { readonly customer: number }>;
  failPayout(id: number, reason: Parameters<Batches['fail']>[1], agreement: Agreement): Promise<void>;
  days(query: DaysQuery): Promise<BankDayLine[]>;
  /** Returns the problem to be explained. @throws Refusal */
  checkExplaining(day: Pick<Explained, 'account' | 'day'>): Promise<string>;
  explainDay(day: Explained, agreement: Agreement): Promise<void>;
  /** Open breaks, what statements should show by now, and currencies of which the banks have too little: for alarms. */
  watched(): Promise<Readonly<Record<'breaks' | 'late' | 'short', readonly string[]>>>;
  /** Bank transfers and payouts of one customer. */
  depositsOf(customer: number, page: ListPage): Promise<CustomerBankDeposit[]>;
  payoutsOf(customer: number, page: ListPage): Promise<CustomerPayout[]>;
  /** Lengths of the queues. */
  waiting(): Promise<BankQueues>;
  /** Bank money by currency, as decimals. */
  reserves(): Promise<Readonly<Record<string, string>>>;
  checkDecision(decision: EntryDecision): Promise<EntryLine>;
  decideEntry(decision: EntryDecision, agreement: Agreement): Promise<void>;
}

export interface OperationsOptions extends DecideOptions {
  /** Through the connection pool for lists. */
  readonly listed: Kysely<Tables>;
  readonly accounts: HouseAccounts;
  readonly files: BankFiles;
  readonly batches: Batches;
  readonly answers: BankAnswers;
  readonly judge: Judge;
  readonly references: References;
  readonly directory: Directory;
  readonly review: Pick<Review, 'latest' | 'findByName'>;
  readonly short: () => Promise<readonly string[]>;
  readonly reserves: () => Promise<Readonly<Record<string, string>>>;
  /** Judges and credits what is new, and compares. */
  readonly runNow: () => Promise<void>;
}

const previewed = 50;

export function createOperations(options: OperationsOptions): BankOperations {
  const { db, listed, accounts, files, now, runNow } = options;
  return {
    accounts: () => listHouseAccounts(listed, accounts),
    checkAccount: (input) => accounts.check(input),
    saveAccount: async (transaction, input, agreement) => {
      agreement.requireAbout('bankAccount', `bank account ${input.currency} ${input.number}`, input);
      const { operator, first } = namesOf(agreement);
      const details = { ...input, csv: input.csv && columnsOf(input.csv) };
      const id = await accounts.save(own(transaction), details);
      const after = { ...details, id, first };
      const target = `bank account ${id}`;
      await writeAudit(transaction, { time: now(), operator, act: 'bankAccount.save', target, after });
    },
    previewFile: async (id, file) => preview(options, await accountOf(accounts, id), file),
    keepFile: async (id, file, operator) =>
      (await files.keep(await accountOf(accounts, id), file, { source: 'console', operator })).id,
    applyFile: async (id, digest, agreement) => {
      agreement.requireAbout('bankFile', `bank file ${id}`, { id, digest });
      await files.apply(id, digest);
      await runNow();
    },
    files: (query) => listFiles(listed, query),
    entries: async (query) => (await listEntries(listed, query)).map(entryLine),
    entry: async (id) => {
      const row = await db.selectFrom('bank_entries').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) throw refuse('notFound');
      const suggestions = row.direction === 'in' ? await suggestOwners(options, row) : [];
      return { entry: entryLine(row), parts: await partLines(db, row), suggestions };
    },
    ...createPayments(options),
    takeAnswer: (text, operator) => options.answers.take(text, operator),
    readSample: sampleLines,
    days: (query) => listDays(listed, query),
    checkExplaining: (day) => checkExplaining(db, day),
    explainDay: async (day, agreement) => {
      agreement.requireAbout('bankDay', `bank account ${day.account} on ${day.day}`, day);
      await explainDay(db, day, { ...namesOf(agreement), time: now() });
    },
    watched: async () => {
      const [breaks, late, short] = await Promise.all([
        openBreaks(db),
        lateStatements(options, now()),
        options.short(),
      ]);
      return { breaks: breaks.map(({ account, day }) => `account ${account}, ${day}`), late, short };
    },
    depositsOf: (customer, page) => listDepositsOf(listed, customer, page),
    payoutsOf: (customer, page) => listPayoutsOf({ db: listed, directory: options.directory }, customer, page),
    waiting: () => countWaiting(listed),
    reserves: () => options.reserves(),
    checkDecision: async (decision) => entryLine(await checkDecision(options, decision)),
    decideEntry: async (decision, agreement) => {
      const { id, act, customer, note } = decision;
      agreement.requireAbout('bankEntry', `bank entry ${id}`, { id, act, customer, note });
      await decideEntry(options, decision, namesOf(agreement));
      await runNow();
    },
  };
}

const namesOf = ({ first, second }: Agreement) => ({ operator: second, first });

type Payments = Pick<
  BankOperations,
  'payable' | 'proposeBatch' | 'releaseBatch' | 'batchesOf' | 'batch' | 'batchFile' | 'checkFailing' | 'failPayout'
>;

/** Payments out: batches, their files, and what the banks refused. */
function createPayments({ db, listed, accounts, batches, directory, now }: OperationsOptions): Payments {
  const lineOf = async (row: BatchRow): Promise<BatchLine> =>
    batchLine(row, (await accounts.find(row.account))?.currency ?? '');
  return {
    payable: async (id) => {
      const { account, items, leftOut } = await batches.payable(id);
      const linesOf = (of: readonly BatchItem[]) => of.map((item) => itemLine(item, account.currency));
      return { items: linesOf(items), leftOut: linesOf(leftOut), ...departureOf(account, now()) };
    },
    proposeBatch: async (account, endToEnds, operator) => lineOf(await batches.propose(account, endToEnds, operator)),
    releaseBatch: async (id, digest, agreement) => {
      agreement.requireAbout('bankBatch', `bank batch ${id}`, { id, digest });
      await batches.release(id, digest, namesOf(agreement));
    },
    batchesOf: async (query) => Promise.all((await listBatches(listed, query)).map(lineOf)),
    batch: async (id) => {
      const row = await batches.find(id);
      const [line, states] = await Promise.all([lineOf(row), paymentStates(db, row)]);
      const items = line.items.map((item) => {
        const { endToEnd } = item;
        return { ...item, state: states.get(endToEnd) ?? null, refusal: row.refusals?.[endToEnd] ?? null };
      });
      return { ...line, items };
    },
    batchFile: (id, operator) => batches.file(id, operator),
    checkFailing: async (id) => {
      const { customer, coin, asset, amount, address } = await batches.checkFailing(id);
      return { customer, coin, amount: formatDecimal(amount, directory.asset(asset).decimals), address };
    },
    failPayout: async (id, reason, agreement) => {
      agreement.requireAbout('bankPayout', `withdrawal ${id}`, { id, zh: reason.zh, en: reason.en });
      await batches.fail(id, reason, namesOf(agreement));
    },
  };
}

/** @throws Refusal `notFound`, or `conflict` for an account whose row was altered */
async function accountOf(accounts: HouseAccounts, id: number): Promise<AccountRow> {
  const row = await accounts.find(id);
  if (row === null) throw refuse('notFound');
  if (!row.listed || !accounts.isGenuine(row)) throw refuse('bankAccountUnlisted');
  return row;
}

async function preview(
  { files, judge }: OperationsOptions,
  account: AccountRow,
  file: GivenFile,
): Promise<FilePreview> {
  const read = await files.read(account, file);
  const foreseen = await files.foresee(read);
  const fresh = foreseen.filter(({ as }) => as.kind !== 'known');
  const own = read.statements.filter((one) => one.account.id === account.id).map(({ statement }) => statement);
  const { currency } = account;
  const sum = (direction: 'in' | 'out'): string =>
    formatMinor(
      fresh.reduce(
        (total, { facts }) =>
          facts.direction === direction && facts.account === account.id ? total + facts.amount : total,
        0,
      ),
      currency,
    );
  const balance = (amount: number | null | undefined): string | null =>
    amount == null ? null : formatMinor(amount, currency);
  return {
    format: read.format,
    from: own[0]?.from ?? null,
    to: own.at(-1)?.to ?? null,
    opening: balance(own[0]?.opening),
    closing: balance(own.at(-1)?.closing),
    entries: foreseen.length,
    known: foreseen.length - fresh.length,
    moneyIn: sum('in'),
    moneyOut: sum('out'),
    digest: read.digest,
    coin: currency,
    statements: statementLines(read.results),
    preview: await Promise.all(fresh.slice(0, previewed).map((entry) => foreseenLine(judge, entry))),
  };
}

/** Parts are judged one by one once the entry is taken over. */
async function foreseenLine(judge: Judge, { facts, line, as }: Foreseen): Promise<FilePreview['preview'][number]> {
  const { direction, booked, name, body: text, parts, currency: coin } = facts;
  const { customer, doubts } =
    as.kind === 'doubt'
      ? { customer: null, doubts: [as.doubt] }
      : parts !== null && facts.unusual === null
        ? { customer: null, doubts: [] }
        : await judge(facts);
  const shown = { line, coin, direction, amount: formatMinor(facts.amount, coin), booked, name, text };
  return { ...shown, count: parts?.length ?? 0, customer, doubts: [...doubts] };
}
