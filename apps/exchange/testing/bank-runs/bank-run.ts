import {
  amountOf,
  dayOf,
  joinReports,
  MadeUpAccount,
  type BookedPayment,
  type Booking,
  type Choose,
  type Payer,
} from '../made-up-bank.ts';
import type { AccountRow } from '../../src/banks/accounts.ts';
import { decideEntry } from '../../src/banks/entries/decide-entry.ts';
import { checkAlways, type Checked } from './check-always.ts';
import { checkEnd, rootsOf } from './check-end.ts';
import { checkAgreement, checkOutcomes } from './check-outcomes.ts';
import { checkRefusals } from './check-refusals.ts';
import { days, type Made, type MadeBank } from './made-cases.ts';
import { imitate, releasePayouts, repeat, type MadePayout } from './made-payouts.ts';
import type { Importer, RunExchange } from './open-runs.ts';
import { readReserves, standingOf } from './standing.ts';

/** The bank's accounts of a case, what they report, and how the exchange takes it over. */
class BankRun implements Checked {
  readonly exchange: RunExchange;
  readonly rows: AccountRow[] = [];
  readonly banks: MadeUpAccount[] = [];
  readonly payouts: MadePayout[] = [];
  readonly #made: readonly MadeBank[];
  readonly #importer: Importer;
  readonly #choose: Choose;
  readonly before: Checked['before'];
  /** So many amounts were made different from all others. */
  #distinct = 0;

  private constructor(
    exchange: RunExchange,
    made: readonly MadeBank[],
    { importer, choose }: { readonly importer: Importer; readonly choose: Choose },
    before: Checked['before'],
  ) {
    this.before = before;
    this.exchange = exchange;
    this.#made = made;
    this.#importer = importer;
    this.#choose = choose;
  }

  static async begin(
    exchange: RunExchange,
    { banks }: Made,
    ways: { readonly importer: Importer; readonly choose: Choose },
  ): Promise<BankRun> {
    const { db } = exchange;
    const before = { customers: standingOf(exchange), reserves: await readReserves(db) };
    const run = new BankRun(exchange, banks, ways, before);
    // The accounts of earlier cases are closed: each case looks at its own.
    await db.updateTable('bank_accounts').set({ listed: false }).execute();
    for (const made of banks) {
      const row = await exchange.newAccount(made);
      const bank = new MadeUpAccount(row.number, { habits: made.habits, choose: ways.choose });
      run.rows.push(row);
      run.banks.push(bank);
      for (const booking of made.bookings) run.#book(bank, made, booking);
    }
    return run;
  }

  #book(bank: MadeUpAccount, made: MadeBank, { day, isOut, isUnusual, payments }: MadeBank['bookings'][number]): void {
    const { customers, stranger } = this.exchange;
    const people: readonly Payer[] = [...customers, stranger];
    bank.book({
      day: dayOf(day),
      direction: isOut ? 'out' : 'in',
      isUnusual: isUnusual && payments.length > 1,
      payments: payments.map(({ payer, amount, hasName }, part): BookedPayment => ({
        payer: people[payer] as Payer,
        amount: this.#amountIn(made, amount),
        endToEnd: hasName ? `E2E-${bank.bookings.length}-${part}` : null,
        isReturn: false,
      })),
    });
  }

  #amountIn({ isDistinct }: MadeBank, amount: number): number {
    if (!isDistinct) return amount;
    this.#distinct += 1;
    return amount + 1_000 * this.#distinct + 7 * this.#distinct ** 2;
  }

  /** The exchange orders payouts, the bank books them, and others imitate them. */
  async begins(day: number): Promise<void> {
    for (const [index, made] of this.#made.entries()) {
      const [row, bank] = [this.rows[index] as AccountRow, this.banks[index] as MadeUpAccount];
      const amountOf = ({ amount }: { readonly amount: number }): number => this.#amountIn(made, amount);
      this.payouts.push(...(await releasePayouts(this.exchange, { row, bank, made, day, amountOf })));
      const own = this.payouts.filter(({ account }) => account === row.id);
      const payoutOf = (number: number): MadePayout | undefined => own[number % Math.max(1, own.length)];
      for (const imitation of made.imitations) {
        const payout = payoutOf(imitation.of);
        if (imitation.day === day && payout) imitate(bank, this.exchange.stranger, imitation, payout);
      }
      for (const mistake of made.mistakes) {
        const payout = payoutOf(mistake.of);
        if (mistake.day === day && payout) repeat(bank, payout, mistake);
      }
    }
  }

  /** All reports of a day, early ones first or not, some of them twice. */
  async deliver(day: string): Promise<void> {
    const reports = this.banks.flatMap((bank) => this.#reportsOf(bank, day));
    // Statements of a whole day come last, in one file or in several.
    const last = this.banks.map((bank) => bank.statement(day, [0, bank.of(day).length]));
    const mayJoin = last.every((file) => file.startsWith('<')) && this.#choose(2) === 1;
    const files = [...reports, ...(mayJoin ? [joinReports(last)] : last)];
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

  async take(file: string): Promise<void> {
    await this.#importer(file);
    await checkAlways(this);
  }

  /** Operators look at what may be a known entry, and see at the bank whether it is. */
  async decideDoubts(): Promise<void> {
    const { db, ledger, side } = this.exchange;
    const accounts = this.rows.map(({ id }) => id);
    for (;;) {
      const rows = db.selectFrom('bank_entries').selectAll().where('account', 'in', accounts);
      const doubted = rows.where('twin', 'is not', null).where('state', '=', 'queued').orderBy('id').limit(1);
      const row = await doubted.executeTakeFirst();
      if (!row) return;
      const bank = this.banks[this.rows.findIndex(({ id }) => id === row.account)] as MadeUpAccount;
      const isEqual = (each: Booking): boolean =>
        each.day === row.booked && each.direction === row.direction && amountOf(each) === row.amount;
      const equal = (await rootsOf(db, row.account)).filter(
        (each) => each.booked === row.booked && each.direction === row.direction && each.amount === row.amount,
      );
      const act = equal.length > bank.bookings.filter(isEqual).length ? 'same' : 'other';
      const decision = { id: row.id, act, customer: null, note: '' } as const;
      await decideEntry({ ...ledger, db }, decision, { operator: 'li', first: 'wu' });
      await side.credit();
    }
  }
}

/** One case from its first file to the last decision. */
export async function runBanks(
  exchange: RunExchange,
  made: Made,
  importerOf: (choose: Choose) => Importer,
): Promise<void> {
  let at = 0;
  const { choices } = made;
  const choose: Choose = (below) => (choices[at++ % choices.length] ?? 0) % Math.max(1, below);
  const run = await BankRun.begin(exchange, made, { importer: importerOf(choose), choose });
  for (let day = 0; day < days; day += 1) {
    await run.begins(day);
    await run.deliver(dayOf(day));
  }
  await checkAgreement(run);
  await run.decideDoubts();
  await checkAlways(run);
  await checkOutcomes(run);
  await checkEnd(run);
  await checkRefusals(run);
}
