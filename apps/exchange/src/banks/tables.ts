import type { AccountKind, AccountNumber, CsvMapping, StatementFormat } from '@fft/bank-files';
import type { bankEntryStates, bankFileStates, entryDoubts } from '@fft/console-contract';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export type EntryState = (typeof bankEntryStates)[number];
export type Doubt = (typeof entryDoubts)[number];

/** One payment of a batch: a customer's payout, or money that goes back to its sender. */
export interface BatchItem {
  readonly kind: 'payout' | 'return';
  /** Of the withdrawal, or of the bank entry. */
  readonly id: number;
  readonly endToEnd: string;
  /** Minor units. */
  readonly amount: number;
  readonly customer: number | null;
  readonly name: string;
  readonly account: AccountNumber;
}

/** Amounts are minor units of the currency, times milliseconds, days like `2026-11-26`. */
export interface BankTables {
  /** The exchange's own accounts. */
  bank_accounts: {
    id: GeneratedAlways<number>;
    currency: string;
    kind: AccountKind;
    number: string;
    /** BIC, CNAPS code or routing number. */
    bank: string;
    holder: string;
    bank_name: string;
    address: string;
    listed: boolean;
    /** Minute of the day. */
    cut_off: number;
    time_zone: string;
    holidays: Generated<string[]>;
    csv: JSONColumnType<CsvMapping> | null;
    mac: string;
    created: number;
    updated: number;
  };
  bank_references: { reference: string; customer: number; currency: string; attempt: number };
  bank_files: {
    id: GeneratedAlways<number>;
    account: number;
    name: string;
    format: StatementFormat;
    source: 'console' | 'folder';
    state: (typeof bankFileStates)[number];
    /** SHA-256, in hexadecimal. */
    digest: string;
    body: string;
    /** Empty for the folder. */
    operator: string;
    entries: number;
    added: Generated<number>;
    time: number;
  };
  bank_statements: {
    id: GeneratedAlways<number>;
    file: number;
    account: number;
    name: string;
    from_day: string | null;
    to_day: string | null;
    opening: number | null;
    closing: number | null;
  };
  bank_entries: {
    id: GeneratedAlways<number>;
    account: number;
    file: number;
    currency: string;
    reference: string;
    direction: 'in' | 'out';
    amount: number;
    booked: string;
    name: string | null;
    number: string | null;
    body: string;
    end_to_end: string | null;
    is_return: boolean;
    reason: string | null;
    mac: string;
    /** The first statement with balances that shows it. */
    statement: number | null;
    state: EntryState;
    doubts: Generated<Doubt[]>;
    customer: number | null;
    payout: number | null;
    match_mac: string | null;
    time: number;
    updated: number;
  };
  bank_batches: {
    id: GeneratedAlways<number>;
    account: number;
    state: 'proposed' | 'released' | 'refused';
    items: JSONColumnType<readonly BatchItem[]>;
    digest: string;
    total: number;
    body: string | null;
    mac: string | null;
    proposer: string;
    releaser: string | null;
    time: number;
    released: number | null;
    /** When its file was written for the bank. */
    written: number | null;
  };
  bank_days: {
    account: number;
    day: string;
    opening: number;
    money_in: number;
    money_out: number;
    closing: number;
    ledger: number;
    other: number;
    difference: number;
    problem: string | null;
    explained_by: string | null;
    explanation: string | null;
    time: number;
  };
}
