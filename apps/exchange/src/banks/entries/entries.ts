import { createHash } from 'node:crypto';
import type { BankEntry, PaymentDetails } from '@fft/bank-files';
import type { Selectable } from 'kysely';
import type { Tables } from '../room.ts';
import type { AccountRow } from '../accounts.ts';
import { localOf } from '../payouts/cut-off.ts';
import type { PartFacts } from '../tables.ts';

export type EntryRow = Selectable<Tables['bank_entries']>;

/** What a bank says about an entry, with the account and the currency of its statement. */
export type EntryFacts = Pick<
  EntryRow,
  | 'account'
  | 'currency'
  | 'direction'
  | 'amount'
  | 'booked'
  | 'name'
  | 'number'
  | 'body'
  | 'end_to_end'
  | 'is_return'
  | 'reason'
  | 'parts'
  | 'unusual'
>;

/** An entry as one report shows it. */
export interface ReportedEntry {
  readonly facts: EntryFacts;
  /** The bank's reference of the entry; null if it has none. */
  readonly reference: string | null;
  readonly line: number;
}

export function reportedEntry(
  entry: BankEntry,
  account: Pick<AccountRow, 'id' | 'currency' | 'time_zone'>,
): ReportedEntry {
  const { reference, direction, amount, booked, bookedAt, parts, unusual, line } = entry;
  const facts = {
    account: account.id,
    currency: account.currency,
    direction,
    amount,
    // One report may state the moment of booking, and another only the day.
    booked: bookedAt === null ? booked : localOf(Date.parse(bookedAt), account.time_zone).day,
    ...detailsOf(entry),
    parts:
      parts.length === 0
        ? null
        : parts.map((part) => ({ amount: part.amount, reference: part.reference, ...detailsOf(part) })),
    unusual,
  };
  return { facts, reference, line };
}

function detailsOf({ name, account, text, endToEnd, isReturn, reason }: PaymentDetails) {
  return {
    name: cut(name, 200),
    number: cut(account?.replaceAll(/\s/g, '') ?? null, 64),
    body: text.slice(0, 2000),
    end_to_end: cut(endToEnd, 64),
    is_return: isReturn,
    reason: cut(reason, 40),
  };
}

function cut(value: string | null, length: number): string | null {
  return value && value.slice(0, length);
}

/**
 * The reference of a row whose entry has no bank's reference, or shares the reference with another entry of equal amount and day. It contains the
 * entry's number among its equals, and begins with a space, as no bank's reference does.
 */
export function numberedReference(number: number, reference: string | null): string {
  return reference === null ? ` #${number}` : ` #${number} ${reference}`;
}

/** The reference of a part's row: the part's position, and the amount and reference of its entry. */
export function partReference(position: number, { amount, reference }: Pick<EntryRow, 'amount' | 'reference'>): string {
  return ` ${position}/${amount}/${reference}`;
}

/** The bank's reference of an entry; null for one without, and for a part. */
export function bankReference({ reference }: Pick<EntryRow, 'reference'>): string | null {
  if (!reference.startsWith(' ')) return reference;
  return /^ #\d+ (.+)$/.exec(reference)?.[1] ?? null;
}

type Identity = Pick<EntryRow, 'account' | 'reference' | 'direction' | 'amount' | 'booked'>;

/** The identity of a row. It stays as the first report has it, whatever later reports say. */
function identityOf({ account, reference, direction, amount, booked }: Identity): string {
  return JSON.stringify([account, reference, direction, amount, booked]);
}

/** The fields that the MAC of an entry's row protects. */
export function entryStatement(row: EntryFacts & Identity): readonly unknown[] {
  const { name, number, body, currency, end_to_end, is_return, reason, parts, unusual } = row;
  const single = ['bank entry', identityOf(row), currency, name, number, body, end_to_end, is_return, reason];
  if (parts === null) return unusual === 'unproven' ? [...single, unusual] : single;
  return [...single, unusual, parts.map(partStatement)];
}

function partStatement({ amount, reference, ...details }: PartFacts): readonly unknown[] {
  const { name, number, body, end_to_end, is_return, reason } = details;
  return [amount, reference, name, number, body, end_to_end, is_return, reason];
}

/** The fields that the MAC of a decision about an entry protects. */
export function matchStatement(
  row: Identity,
  decision: 'credit' | 'return',
  customer: number | null,
): readonly unknown[] {
  return ['bank match', identityOf(row), decision, customer];
}

/** The ledger's permanent id of an entry's credit, derived from the entry's identity. */
export function creditId(row: Identity): string {
  return `bank-${createHash('sha256').update(identityOf(row)).digest('base64url')}`;
}
