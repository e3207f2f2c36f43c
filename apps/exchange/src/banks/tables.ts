import type {
  AccountKind,
  AccountNumber,
  CsvMapping,
  FileEncoding,
  FileProblem,
  Mt940Dialect,
  StatementFormat,
  UnusualEntry,
} from '@fft/bank-files';
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

/** What the bank says about one payment of an entry. Amounts are as in `EntryPart`. */
export interface PartFacts {
  readonly amount: number | null;
  /** The bank's reference of the payment. */
  readonly reference: string | null;
  readonly name: string | null;
  readonly number: string | null;
  readonly body: string;
  readonly end_to_end: string | null;
  readonly is_return: boolean;
  readonly reason: string | null;
}

/** What became of one statement of a file. */
export interface StatementResult {
  readonly kind: 'read' | 'refused' | 'unknown';
  /** Of the statement, as the bank writes it. */
  readonly name: string;
  readonly number: string;
  readonly currency: string;
  /** Of a statement that was refused. */
  readonly problem: FileProblem | null;
  readonly line: number;
  readonly detail: string;
}

/** Why a bank refused a payment: its code and words. */
export interface PaymentRefusal {
  readonly reason: string | null;
  readonly text: string;
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
    /** How its bank writes `:86:` of MT940; null for plain text. */
    dialect: Mt940Dialect | null;
    /** Of MT940 and CSV; null for UTF-8. */
    encoding: FileEncoding | null;
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
    /** Null before the file is read. */
    results: JSONColumnType<readonly StatementResult[]> | null;
    time: number;
  };
  /** Which statements and notifications show an entry. */
  bank_shown: {
    statement: number;
    entry: number;
    /** The bank's reference there. */
    reference: string | null;
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
    /** The bank's; one that begins with a space is made by `entries.ts` where the bank gives none. */
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
    /** Of a part: the entry that it belongs to. */
    parent: number | null;
    parts: JSONColumnType<readonly PartFacts[]> | null;
    unusual: UnusualEntry | null;
    /** The entry that this one may be another report of. */
    twin: number | null;
    /** Kept by the database: what was taken from it, at most its amount. */
    taken: Generated<number>;
    mac: string;
    /** The first day's statement with balances that shows it. */
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
    /** By the name of the payment; null before the bank refused any. */
    refusals: JSONColumnType<Readonly<Record<string, PaymentRefusal>>> | null;
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
