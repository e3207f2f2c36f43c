import fc from 'fast-check';
import { sql, type KyselyPlugin } from 'kysely';
import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  amountOf,
  dayOf,
  joinReports,
  MadeUpAccount,
  signedAmount,
  type Booking,
  type Habits,
  type Payer,
} from './made-up-bank.ts';
import { openTestLedger, type TestLedger } from './test-ledger.ts';
import { createHouseAccounts, type AccountRow, type HouseAccounts } from '../src/banks/accounts.ts';
import { closedDays } from '../src/banks/closings.ts';
import { createCrediting } from '../src/banks/credit.ts';
import { decideEntry } from '../src/banks/decide-entry.ts';
import { createBankFiles } from '../src/banks/files.ts';
import { createJudge } from '../src/banks/judge.ts';
import { reconcile } from '../src/banks/reconcile.ts';
import { createReferences } from '../src/banks/references.ts';
import { readBankReserves } from '../src/banks/reserves.ts';

const names = ['Anna Müller', 'Max Weber', 'Eve Adams'];
let ledger: TestLedger;
let accounts: HouseAccounts;
const customers: number[] = [];
const payers: Payer[] = [];

/** Opens the exchange's side, with some verified customers; returns how to close it. */
export async function openBankRuns(): Promise<() => Promise<void>> {
  ledger = await openTestLedger();
  const { database, directory, authority, now } = ledger;
  accounts = createHouseAccounts({ db: database.db, directory, authority, now });
  const references = createReferences(database.db, authority);
  for (const [index, name] of names.entries()) {
    const customer = await newCustomer(`c${index}@test.example`);
    customers.push(customer);
    payers.push({ name, account: `62220212345678901${index}8`, text: `for ${await references.of(customer, 'CNY')}` });
  }
  payers.push({ name: 'Stranger', account: '6222021234567890999', text: 'hello' });
  // Another account holds so much that no case's debts hide what the banks have.
  const { id: account } = await newAccount('0');
  const file = {
    account,
    name: '',
    format: 'mt940',
    source: 'folder',
    state: 'read',
    digest: '',
    body: '',
    operator: '',
  } as const;
  const { db } = database;
  const rest = { entries: 0, results: null, time: now() };
  const { id } = await db
    .insertInto('bank_files')
    .values({ ...file, ...rest })
    .returning('id')
    .executeTakeFirstOrThrow();
  const balances = { from_day: dayOf(0), to_day: dayOf(0), opening: 10 ** 9, closing: 10 ** 9 };
  await db
    .insertInto('bank_statements')
    .values({ file: id, account, name: '', ...balances })
    .execute();
  return () => ledger.close();
}

/** In minor units. */
async function reserves(): Promise<number> {
  return Math.round(Number((await readBankReserves(ledger.database.db))['CNY']) * 100);
}

async function newCustomer(email: string): Promise<number> {
  const { id } = await ledger.database.db
    .insertInto('customers')
    .values({ email, password_hash: '', lang: 'en', up_color: 'green', created: ledger.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const payment = fc.record({
  payer: fc.nat({ max: 3 }),
  amount: fc.constantFrom(100, 200, 300),
  hasName: fc.boolean(),
});
const booking = fc.record({
  day: fc.nat({ max: 1 }),
  isOut: fc.integer({ min: 0, max: 5 }).map((value) => value === 5),
  isUnusual: fc.integer({ min: 0, max: 7 }).map((value) => value === 7),
  payments: fc.array(payment, { minLength: 1, maxLength: 3 }),
});
const habits = fc.record({
  references: fc.constantFrom('both', 'none', 'statements', 'notifications', 'different'),
  details: fc.constantFrom('both', 'notifications', 'statements'),
  writesMoments: fc.boolean(),
  isShuffling: fc.boolean(),
}) satisfies fc.Arbitrary<Habits>;
/** Bookings of one or two accounts, how their bank reports them, and the choices on the way. */
export const madeBanks = fc.record({
  banks: fc.array(fc.record({ habits, bookings: fc.array(booking, { maxLength: 5 }) }), { minLength: 1, maxLength: 2 }),
  choices: fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 60 }),
});
type Made = typeof madeBanks extends fc.Arbitrary<infer T> ? T : never;

let cases = 0;

async function newAccount(number: string): Promise<AccountRow> {
  const details = {
    id: null,
    currency: 'CNY',
    kind: 'cn',
    number,
    bank: '',
    holder: 'FFT',
    bankName: 'Bank',
    address: '',
    listed: true,
    cutOff: 960,
    timeZone: 'Asia/Shanghai',
    holidays: [],
    csv: null,
    dialect: null,
    encoding: null,
  } as const;
  const id = await ledger.database.db.transaction().execute((transaction) => accounts.save(transaction, details));
  const row = await accounts.find(id);
  if (row === null) throw new Error('the account was not saved');
  return row;
}

/** The bank's accounts of a case, what they report, and how the exchange takes it over. */
class BankRun {
  readonly rows: AccountRow[] = [];
  readonly banks: MadeUpAccount[] = [];
  /** Before the case, by customer. */
  readonly before = customers.map(balanceOf);
  readonly #choose: (below: number) => number;
  #reservesBefore = 0;

  private constructor(choices: readonly number[]) {
    let at = 0;
    this.#choose = (below) => (choices[at++ % choices.length] ?? 0) % Math.max(1, below);
  }

  static async begin({ banks, choices }: Made): Promise<BankRun> {
    const run = new BankRun(choices);
    cases += 1;
    run.#reservesBefore = await reserves();
    // The accounts of earlier cases are closed: each case looks at its own.
    await ledger.database.db.updateTable('bank_accounts').set({ listed: false }).execute();
    for (const [index, bank] of banks.entries()) {
      const row = await newAccount(`${cases}-${index}-1`);
      const bookings = bank.bookings.map(({ day, isOut, isUnusual, payments }, id): Booking => ({
        id,
        day: dayOf(day),
        direction: isOut ? 'out' : 'in',
        isUnusual: isUnusual && payments.length > 1,
        payments: payments.map(({ payer, amount, hasName }, part) => ({
          payer: payers[payer] as Payer,
          amount,
          endToEnd: hasName ? `E2E-${id}-${part}` : null,
        })),
      }));
      run.rows.push(row);
      run.banks.push(new MadeUpAccount(row.number, { bookings, habits: bank.habits, choose: run.#choose }));
    }
    return run;
  }

  /** All reports of a day, early ones first or not, some of them twice. */
  async deliver(day: string): Promise<void> {
    const reports = this.banks.flatMap((bank) => this.#reportsOf(bank, day));
    // Statements of a whole day come last, in one file or in several.
    const last = this.banks.map((bank) => bank.statement(day, [0, bank.of(day).length]));
    const files = [...reports, ...(this.#choose(2) === 0 ? last : [joinReports(last)])];
    for (const file of files) {
      await this.take(file);
      if (this.#choose(4) === 0) await this.take(files[this.#choose(files.indexOf(file) + 1)] ?? file);
    }
    // And some come late.
    for (const report of reports) if (this.#choose(5) === 0) await this.take(`${report}\n`);
  }

  #reportsOf(bank: MadeUpAccount, day: string): string[] {
    const bookings = bank.of(day);
    const reports: string[] = [];
    const isNotified = this.#choose(3) > 0;
    if (isNotified && bookings.length > 0) {
      const cut = this.#choose(bookings.length + 1);
      for (const some of [bookings.slice(0, cut), bookings.slice(cut)])
        if (some.length > 0) reports.push(bank.notification(some));
    }
    const cut = this.#choose(bookings.length + 1);
    const form = this.#choose(3);
    if (form === 1) reports.push(bank.statement(day, [0, cut]));
    if (form === 2) reports.push(bank.statement(day, [0, cut]), bank.statement(day, [cut, bookings.length]));
    return this.#choose(2) === 0 ? reports : reports.toReversed();
  }

  /** Takes over a file, though a process may die at any statement, and looks at everything. */
  async take(text: string): Promise<void> {
    await this.#untilDone(async (db) => {
      const files = createBankFiles({ ...ledger, db, accounts });
      try {
        const { id, digest } = await files.keep(null, { name: 'a.xml', text }, { source: 'folder', operator: '' });
        await files.apply(id, digest);
      } catch (error) {
        if (!(error instanceof Error && 'key' in error && error.key === 'bankFileRead')) throw error;
      }
    });
    await this.#untilDone((db) => credit(db));
    await this.check();
  }

  async #untilDone(act: (db: TestLedger['database']['db']) => Promise<void>): Promise<void> {
    if (this.#choose(3) === 0) {
      const dies = new Error('the process dies');
      let left = this.#choose(25);
      const dying: KyselyPlugin = {
        transformQuery: ({ node }) => {
          left -= 1;
          if (left < 0) throw dies;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      };
      await act(ledger.database.db.withPlugin(dying)).catch((error: unknown) => {
        if (error !== dies) throw error;
      });
    }
    await act(ledger.database.db);
  }

  /** What holds after every file, whatever is still missing. */
  async check(): Promise<void> {
    for (const [index, customer] of customers.entries())
      ok(
        balanceOf(customer) - (this.before[index] ?? 0) <= this.#owed(index),
        'a customer has more than the bank booked',
      );
    for (const [index, row] of this.rows.entries()) {
      const bank = this.banks[index] as MadeUpAccount;
      const last = (await closedDays(ledger.database.db, row.id)).at(-1);
      if (last)
        ok(
          last.closing <= Math.max(...this.#balancesOf(bank, last.day)),
          'the closing balance is no balance of the bank',
        );
    }
    const { rows } = await sql`select id from bank_entries where taken > amount or taken < 0
      or (state in ('credited', 'settled') and taken <> amount)`.execute(ledger.database.db);
    deepStrictEqual(rows, []);
  }

  #balancesOf(bank: MadeUpAccount, day: string): number[] {
    let balance = bank.closing(day) - bank.of(day).reduce((sum, each) => sum + signedAmount(each), 0);
    return [balance, ...bank.of(day).map((each) => (balance += signedAmount(each)))];
  }

  /** What is a customer's in the books of the bank, in the ledger's units. */
  #owed(index: number): number {
    const payer = payers[index];
    const own = this.banks.flatMap(({ bookings }) =>
      bookings.filter(({ direction, isUnusual }) => direction === 'in' && !isUnusual),
    );
    const scale = 10 ** (ledger.directory.asset(assetOf()).decimals - 2);
    return (
      own
        .flatMap(({ payments }) => payments)
        .reduce((sum, each) => (each.payer === payer ? sum + each.amount : sum), 0) * scale
    );
  }

  /** Operators look at what may be a known entry, and see at the bank whether it is. */
  async decideDoubts(): Promise<void> {
    const { db } = ledger.database;
    for (;;) {
      const row = await db
        .selectFrom('bank_entries')
        .selectAll()
        .where(
          'account',
          'in',
          this.rows.map(({ id }) => id),
        )
        .where('twin', 'is not', null)
        .where('state', '=', 'queued')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (!row) return;
      const bank = this.banks[this.rows.findIndex(({ id }) => id === row.account)] as MadeUpAccount;
      const isEqual = (each: Booking): boolean =>
        each.day === row.booked && each.direction === row.direction && amountOf(each) === row.amount;
      const known = await this.#roots(row.account);
      const equal = known.filter(
        (each) => each.booked === row.booked && each.direction === row.direction && each.amount === row.amount,
      );
      const act = equal.length > bank.bookings.filter(isEqual).length ? 'same' : 'other';
      await decideEntry(
        { ...ledger, db },
        { id: row.id, act, customer: null, note: '' },
        { operator: 'li', first: 'wu' },
      );
      await credit(db);
    }
  }

  #roots(account: number) {
    const rows = ledger.database.db.selectFrom('bank_entries').selectAll().where('account', '=', account);
    return rows.where('parent', 'is', null).where('state', '<>', 'same').execute();
  }

  /** What holds once the bank has reported everything, and operators have decided. */
  async checkEnd(days: readonly string[]): Promise<void> {
    const { db } = ledger.database;
    for (const [index, row] of this.rows.entries()) {
      const bank = this.banks[index] as MadeUpAccount;
      const shown = (list: readonly { day: string; direction: string; amount: number }[]) =>
        list.map(({ day, direction, amount }) => `${day} ${direction} ${amount}`).toSorted();
      const roots = await this.#roots(row.id);
      deepStrictEqual(
        shown(roots.map(({ booked, ...each }) => ({ ...each, day: booked }))),
        shown(bank.bookings.map((each) => ({ day: each.day, direction: each.direction, amount: amountOf(each) }))),
      );
      deepStrictEqual(
        (await closedDays(db, row.id)).map(({ closing }) => closing),
        days.map((day) => bank.closing(day)),
      );
    }
    const atBanks = this.banks.reduce((sum, bank) => sum + bank.closing(days.at(-1) ?? ''), 0);
    deepStrictEqual((await reserves()) - this.#reservesBefore, atBanks);
    await reconcile({ ...ledger, db, accounts: { all: () => Promise.resolve(this.rows) } });
    const compared = await db
      .selectFrom('bank_days')
      .selectAll()
      .where(
        'account',
        'in',
        this.rows.map(({ id }) => id),
      )
      .execute();
    deepStrictEqual(
      compared.map(({ problem }) => problem),
      compared.map(() => null),
    );
    deepStrictEqual(compared.length, days.length * this.rows.length);
    const waiting = await db.selectFrom('bank_entries').select('id').where('state', 'in', ['new', 'matched']).execute();
    deepStrictEqual(waiting, []);
  }
}

function assetOf(): number {
  return ledger.directory.assetId('CNY') ?? 0;
}

function balanceOf(customer: number): number {
  return ledger.host.engine.balance(customer, 'fiat', assetOf()).available;
}

async function credit(db: TestLedger['database']['db']): Promise<void> {
  const { authority } = ledger;
  const review = {
    latest: () =>
      Promise.resolve(
        new Map(
          customers.map((customer, index) => [customer, { state: 'passed' as const, name: names[index] ?? null }]),
        ),
      ),
  };
  const judge = createJudge({ db, references: createReferences(db, authority), review });
  let failed: unknown = null;
  const log = {
    ...ledger.log,
    error: ({ err }: { err: unknown }) => (failed = err),
    fatal: (facts: unknown) => (failed = facts),
  };
  await createCrediting({ ...ledger, db, judge, log: log as never, isListed: () => Promise.resolve(true) }).run();
  if (failed instanceof Error) throw failed;
  deepStrictEqual(failed, null);
}

/** One case from its first file to the last decision. */
export async function runBanks(facts: Made): Promise<void> {
  const run = await BankRun.begin(facts);
  const days = [dayOf(0), dayOf(1)];
  for (const day of days) await run.deliver(day);
  await run.decideDoubts();
  await run.check();
  await run.checkEnd(days);
}
