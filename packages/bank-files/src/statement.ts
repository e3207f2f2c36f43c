import type { BankFileError } from './file-error.ts';

/** The formats of statements that can be read. */
export const statementFormats = ['camt053', 'camt054', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Who is on the other side of a payment, and what for. */
export interface PaymentDetails {
  /** The other side's name and account, if the bank says them. */
  readonly name: string | null;
  readonly account: string | null;
  /** The remittance text. */
  readonly text: string;
  /** What the payer called the payment; null without. */
  readonly endToEnd: string | null;
  /** True for a payment that came back. */
  readonly isReturn: boolean;
  /** The bank's code for the reason of a return. */
  readonly reason: string | null;
}

/** One payment of several that the bank booked as one entry. */
export interface EntryPart extends PaymentDetails {
  /** In the entry's currency and direction, below zero for the other direction; null where the bank doesn't say it so. */
  readonly amount: number | null;
  /** The bank's reference of the payment. It identifies nothing: another report may have none, or another one. */
  readonly reference: string | null;
}

/**
 * Why the parts of an entry can't be taken for its amount: the bank kept charges back, a part runs in the other direction, is in another currency
 * or has no amount, or the amounts make another sum. `unproven`: a payer's text could have written the entry, and no balance says otherwise.
 */
export const unusualEntries = ['charges', 'otherDirection', 'otherCurrency', 'noAmounts', 'sum', 'unproven'] as const;
export type UnusualEntry = (typeof unusualEntries)[number];

/**
 * One booked movement of a bank account: a camt `Ntry`, a `:61:` of MT940, a row of CSV. Amounts are whole minor units of the account's currency.
 * An entry with parts has no details of its own, but for a text.
 */
export interface BankEntry extends PaymentDetails {
  /** The bank's reference of the entry; null if the bank gives it none. */
  readonly reference: string | null;
  readonly direction: 'in' | 'out';
  readonly amount: number;
  /** `2026-11-26`. */
  readonly booked: string;
  /** The moment of booking with its time zone, if the bank writes one: in the account's zone it may be another day. */
  readonly bookedAt: string | null;
  /** Empty for a single payment, and where the bank doesn't say of which payments the entry consists. */
  readonly parts: readonly EntryPart[];
  /** Null if the parts make the amount, and the balances prove it. */
  readonly unusual: UnusualEntry | null;
  /** Where it begins in the file, from 1. */
  readonly line: number;
}

/** A statement of one account. Balances are null in formats without them. */
export interface BankStatement {
  readonly id: string;
  /** As the file writes it, without spaces. */
  readonly account: string;
  readonly currency: string;
  readonly opening: number | null;
  readonly closing: number | null;
  /** The days of the balances. */
  readonly from: string | null;
  readonly to: string | null;
  readonly entries: readonly BankEntry[];
  readonly line: number;
}

/** Of which account a statement is, as far as the file says it. */
export type StatementHead = Pick<BankStatement, 'id' | 'account' | 'currency' | 'line'>;

/** What a format's reader makes of one statement of a file. */
export type ParsedStatement =
  | { readonly kind: 'parsed'; readonly statement: BankStatement }
  | { readonly kind: 'refused'; readonly head: StatementHead; readonly error: BankFileError };
