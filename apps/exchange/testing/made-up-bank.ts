import { writeCamt053, writeCamt054, type EntryPart, type Mt940Dialect } from '@fft/bank-files';
import { writeMt940, type Reported } from './made-up-mt940.ts';

/** The other side of a payment, with what the bank says about them. */
export interface Payer {
  readonly name: string;
  readonly account: string;
  /** What they write: a customer's reference, or not. */
  readonly text: string;
}

export interface BookedPayment {
  readonly payer: Payer;
  readonly amount: number;
  readonly endToEnd: string | null;
  /** The bank's own mark of money that came back. */
  readonly isReturn: boolean;
}

/** What really happened at the bank. */
export interface Booking {
  readonly id: number;
  readonly day: string;
  readonly direction: 'in' | 'out';
  readonly payments: readonly BookedPayment[];
  /** A batch whose parts don't make its amount. */
  readonly isUnusual: boolean;
}

/** How a bank reports. */
export interface Habits {
  /** Which reports have a reference of the entry, and if it is the same one. */
  readonly references: 'both' | 'none' | 'statements' | 'notifications' | 'different';
  /** Which reports say who paid. */
  readonly details: 'both' | 'notifications' | 'statements';
  /** The form of its statements. */
  readonly statements: 'camt053' | 'mt940' | 'either';
  readonly dialect: Mt940Dialect;
  readonly writesMoments: boolean;
  readonly isShuffling: boolean;
}

/** Takes choices one after the other, and begins again at its end: a shorter list is a simpler case. */
export type Choose = (below: number) => number;

export const dayOf = (index: number): string =>
  new Date(Date.parse('2026-03-02T00:00:00Z') + index * 86_400_000).toISOString().slice(0, 10);

export function amountOf({ payments }: Pick<Booking, 'payments'>): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0);
}

export function signedAmount(booking: Pick<Booking, 'payments' | 'direction'>): number {
  return booking.direction === 'in' ? amountOf(booking) : -amountOf(booking);
}

type Kind = 'statements' | 'notifications';

/** An account at a made-up bank. It reports what it booked by notifications, by statements that grow during the day, and by those of whole days. */
export class MadeUpAccount {
  readonly number: string;
  readonly #habits: Habits;
  readonly #choose: Choose;
  readonly #bookings: Booking[] = [];
  /** Bookings whose payments some report has described, each with the forms of these reports. */
  readonly described = new Map<number, Set<'camt' | 'mt940'>>();
  #reports = 0;

  constructor(number: string, { habits, choose }: { readonly habits: Habits; readonly choose: Choose }) {
    this.number = number;
    this.#habits = habits;
    this.#choose = choose;
  }

  get bookings(): readonly Booking[] {
    return this.#bookings;
  }

  get dialect(): Mt940Dialect {
    return this.#habits.dialect;
  }

  get writesMt940(): boolean {
    return this.#habits.statements !== 'camt053';
  }

  /** Books it somewhere among the others. A day that was reported is over. */
  book(booking: Omit<Booking, 'id'>): Booking {
    const booked = { ...booking, id: this.#bookings.length };
    this.#bookings.splice(this.#choose(this.#bookings.length + 1), 0, booked);
    return booked;
  }

  of(day: string): Booking[] {
    return this.#bookings.filter((booking) => booking.day === day);
  }

  /** What the bank owes at the end of a day. */
  closing(day: string): number {
    return this.#bookings.reduce((sum, booking) => (booking.day <= day ? sum + signedAmount(booking) : sum), 0);
  }

  /** A notification of these bookings. */
  notification(bookings: readonly Booking[]): string {
    const entries = this.#shuffled(bookings).map((booking) => this.#entry(booking, 'notifications', 'camt'));
    return writeCamt054({ id: this.#name(), account: this.number, currency: 'CNY', entries }, '2026-03-02T20:00:00Z');
  }

  /** A statement of the bookings of a day from one place up to another. */
  statement(day: string, [from, to]: readonly [number, number]): string {
    const all = this.of(day);
    const sum = (list: readonly Booking[]): number => list.reduce((total, booking) => total + signedAmount(booking), 0);
    const opening = this.closing(day) - sum(all) + sum(all.slice(0, from));
    const bookings = all.slice(from, to);
    const { statements } = this.#habits;
    const isSwift = statements === 'mt940' || (statements === 'either' && this.#choose(2) === 0);
    const entries = this.#shuffled(bookings).map((booking) =>
      this.#entry(booking, 'statements', isSwift ? 'mt940' : 'camt'),
    );
    const balances = { opening, closing: opening + sum(bookings), from: day, to: day };
    const statement = { id: this.#name(), account: this.number, currency: 'CNY', ...balances, entries };
    return isSwift ? writeMt940(statement, this.dialect) : writeCamt053(statement, '2026-03-02T20:00:00Z');
  }

  #name(): string {
    this.#reports += 1;
    return `R${this.#reports}`;
  }

  #shuffled<T>(list: readonly T[]): T[] {
    if (!this.#habits.isShuffling) return [...list];
    const left = [...list];
    return list.flatMap(() => left.splice(this.#choose(left.length), 1));
  }

  #entry(booking: Booking, kind: Kind, form: 'camt' | 'mt940'): Reported {
    const { id, day, direction, payments, isUnusual } = booking;
    const { details, references, writesMoments } = this.#habits;
    const isBatch = payments.length > 1;
    // MT940 has one line for all payments of an entry.
    const says = (details === 'both' || details === kind) && !(form === 'mt940' && isBatch);
    if (says) this.described.set(id, (this.described.get(id) ?? new Set()).add(form));
    const parts = this.#shuffled(payments).map((payment, index): EntryPart => ({
      ...detailsOf(payment),
      amount: isUnusual && payment === payments[0] ? payment.amount + 1 : payment.amount,
      // Never the same in two reports.
      reference: this.#choose(2) === 0 ? null : `${this.#reports}-${id}-${index}`,
    }));
    // Its own code is in every report.
    const isReturn = payments.every((payment) => payment.isReturn);
    return {
      reference: referenceOf(references, kind, id),
      direction,
      amount: amountOf(booking),
      booked: day,
      // In the account's time zone this is the day; in the bank's words it is the one before.
      bookedAt: writesMoments && kind === 'notifications' ? `${dayBefore(day)}T20:30:00Z` : null,
      ...(says && !isBatch && payments[0] ? detailsOf(payments[0]) : { ...nothing, isReturn }),
      parts: says && isBatch ? parts : [],
    };
  }
}

function referenceOf(references: Habits['references'], kind: Kind, id: number): string | null {
  if (references === 'both') return `E${id}`;
  if (references === 'different') return `${kind === 'statements' ? 'S' : 'N'}${id}`;
  return references === kind ? `E${id}` : null;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

const nothing = { name: null, account: null, text: 'SAMMELBUCHUNG', endToEnd: null, reason: null };

function detailsOf({ payer: { name, account, text }, endToEnd, isReturn }: BookedPayment) {
  return { name, account, text, endToEnd, isReturn, reason: isReturn ? 'AC04' : null };
}

/** One file with the reports of several accounts, all camt of one kind. */
export function joinReports(files: readonly string[]): string {
  const [first = '', ...others] = files;
  const body = (file: string): string => /<(Stmt|Ntfctn)>[^]*<\/\1>/.exec(file)?.[0] ?? '';
  const end = first.search(/<\/BkToCstmr/);
  return first.slice(0, end) + others.map(body).join('') + first.slice(end);
}
