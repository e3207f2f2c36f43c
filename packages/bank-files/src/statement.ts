/** The formats of statements that can be read. */
export const statementFormats = ['camt053', 'camt054', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** One booked movement of a bank account. Amounts are whole minor units of the currency. */
export interface BankEntry {
  /** The bank's own reference. */
  readonly reference: string;
  readonly direction: 'in' | 'out';
  readonly amount: number;
  /** `2026-11-26`. */
  readonly booked: string;
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
