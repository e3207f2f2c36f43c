import type {
  ActInput,
  BankDayLine,
  BankFileLine,
  BatchItemLine,
  BatchPayment,
  CustomerBankDeposit,
  CustomerPayout,
  HouseBankAccount,
} from '@fft/console-contract';
import { Code } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { Kysely, Transaction } from 'kysely';
import type { Agreement } from '../audit/agreement.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import type { Review } from '../identity/index.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { Refusal } from '../refusals/refusal.ts';
import { columnsOf, type AccountDetails, type AccountInput, type AccountRow, type HouseAccounts } from './accounts.ts';
import { batchLine, itemLine, paymentStates, type BatchLine } from './batch-lines.ts';
import type { Batches, BatchRow } from './batches.ts';
import { checkExplaining, explainDay, listDays, openBreaks, type DaysQuery, type Explained } from './breaks.ts';
import { departureOf, type Departure } from './cut-off.ts';
import { lateStatements } from './late.ts';
import { listDepositsOf, listPayoutsOf } from './customer-lists.ts';
import { checkDecision, decideEntry, type DecideOptions, type EntryDecision } from './decide-entry.ts';
import { identityOf } from './entries.ts';
import type { BankFiles, GivenFile } from './files.ts';
import type { Judge } from './judge.ts';
import {
  entryLine,
  listBatches,
  listEntries,
  listFiles,
  listHouseAccounts,
  type EntriesQuery,
  type EntryLine,
  type ListPage,
} from './lists.ts';
import { formatMinor } from './minor-units.ts';
import type { References } from './references.ts';
import type { Doubt } from './tables.ts';
import { suggestOwners, type Suggestion } from './suggest.ts';
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
  readonly preview: readonly {
    readonly customer: number | null;
    readonly doubts: Doubt[];
    readonly line: number;
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
  saveAccount(transaction: Transaction<Tables>, input: ActInput<'bankAccount'>, agreement: Agreement): Promise<void>;
  previewFile(account: number, file: GivenFile): Promise<FilePreview>;
  /** Keeps a file until it is agreed to; returns its id. */
  keepFile(account: number, file: GivenFile, operator: string): Promise<number>;
  /** Takes over a file, and credits what it matches. */
  applyFile(id: number, digest: string, agreement: Agreement): Promise<void>;
  files(query: ListPage & { readonly account?: number | undefined }): Promise<BankFileLine[]>;
  entries(query: EntriesQuery): Promise<EntryLine[]>;
  entry(id: number): Promise<{ readonly entry: EntryLine; readonly suggestions: readonly Suggestion[] }>;
  payable(account: number): Promise<Departure & { readonly items: BatchItemLine[] }>;
  /** Keeps a batch until a second operator releases it. */
  proposeBatch(account: number, endToEnds: readonly string[], operator: string): Promise<BatchLine>;
  releaseBatch(id: number, digest: string, agreement: Agreement): Promise<void>;
  batchesOf(query: ListPage & { readonly account?: number | undefined }): Promise<BatchLine[]>;
  /** With what became of each payment, once it is released. */
  batch(
    id: number,
  ): Promise<Omit<BatchLine, 'items'> & { readonly items: readonly Omit<BatchPayment, 'givingBack'>[] }>;
  batchFile: Batches['file'];
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
      agreement.requireAbout('bankAccount', `bank account ${input.currency} ${input.number}`);
      const { operator, first } = namesOf(agreement);
      const details = { ...input, csv: input.csv && columnsOf(input.csv) };
      const id = await accounts.save(transaction, details);
      const after = { ...details, id, first };
      const target = `bank account ${id}`;
      await writeAudit(transaction, { time: now(), operator, act: 'bankAccount.save', target, after });
    },
    previewFile: async (id, file) => preview(options, await accountOf(accounts, id), file),
    keepFile: async (id, file, operator) =>
      (await files.keep(await accountOf(accounts, id), file, { source: 'console', operator })).id,
    applyFile: async (id, digest, agreement) => {
      agreement.requireAbout('bankFile', `bank file ${id}`);
      await files.apply(id, digest);
      await runNow();
    },
    files: (query) => listFiles(listed, query),
    entries: async (query) => (await listEntries(listed, query)).map(entryLine),
    entry: async (id) => {
      const row = await db.selectFrom('bank_entries').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) throw new Refusal(Code.notFound, 'notFound');
      const suggestions = row.direction === 'in' ? await suggestOwners(options, row) : [];
      return { entry: entryLine(row), suggestions };
    },
    ...createPayments(options),
    days: (query) => listDays(listed, query),
    checkExplaining: (day) => checkExplaining(db, day),
    explainDay: async (day, agreement) => {
      agreement.requireAbout('bankDay', `bank account ${day.account} on ${day.day}`);
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
      agreement.requireAbout('bankEntry', `bank entry ${decision.id}`);
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
      const { account, items } = await batches.payable(id);
      return { items: items.map((item) => itemLine(item, account.currency)), ...departureOf(account, now()) };
    },
    proposeBatch: async (account, endToEnds, operator) => lineOf(await batches.propose(account, endToEnds, operator)),
    releaseBatch: async (id, digest, agreement) => {
      agreement.requireAbout('bankBatch', `bank batch ${id}`);
      await batches.release(id, digest, namesOf(agreement));
    },
    batchesOf: async (query) => Promise.all((await listBatches(listed, query)).map(lineOf)),
    batch: async (id) => {
      const row = await batches.find(id);
      const [line, states] = await Promise.all([lineOf(row), paymentStates(db, row)]);
      return { ...line, items: line.items.map((item) => ({ ...item, state: states.get(item.endToEnd) ?? null })) };
    },
    batchFile: (id, operator) => batches.file(id, operator),
    checkFailing: async (id) => {
      const { customer, coin, asset, amount, address } = await batches.checkFailing(id);
      return { customer, coin, amount: formatDecimal(amount, directory.asset(asset).decimals), address };
    },
    failPayout: async (id, reason, agreement) => {
      agreement.requireAbout('bankPayout', `withdrawal ${id}`);
      await batches.fail(id, reason, namesOf(agreement));
    },
  };
}

/** @throws Refusal 404, or 409 for an account whose row was altered */
async function accountOf(accounts: HouseAccounts, id: number): Promise<AccountRow> {
  const row = await accounts.find(id);
  if (row === null) throw new Refusal(Code.notFound, 'notFound');
  if (!row.listed || !accounts.isGenuine(row)) throw new Refusal(Code.conflict, 'bankAccountUnlisted');
  return row;
}

async function preview(
  { files, judge }: OperationsOptions,
  account: AccountRow,
  file: GivenFile,
): Promise<FilePreview> {
  const { format, statements, entries, digest } = files.read(account, file);
  const known = await files.known(account, entries);
  const fresh = entries.filter((entry) => !known.has(identityOf(entry)));
  const sum = (direction: 'in' | 'out'): number =>
    fresh.reduce((total, entry) => (entry.direction === direction ? total + entry.amount : total), 0);
  const { currency } = account;
  const shown = (amount: number): string => formatMinor(amount, currency);
  const [first, last] = [statements[0], statements.at(-1)];
  const judged = fresh.slice(0, previewed).map(async (entry) => {
    const { line, direction, amount, booked, name, body } = entry;
    const { customer, doubts } = await judge(entry);
    const facts = { line, direction, amount: shown(amount), booked, name, text: body };
    return { ...facts, customer, doubts: [...doubts] };
  });
  return {
    format,
    from: first?.from ?? null,
    to: last?.to ?? null,
    opening: first?.opening == null ? null : shown(first.opening),
    closing: last?.closing == null ? null : shown(last.closing),
    entries: entries.length,
    known: entries.length - fresh.length,
    moneyIn: shown(sum('in')),
    moneyOut: shown(sum('out')),
    digest,
    coin: currency,
    preview: await Promise.all(judged),
  };
}
