import { createHash } from 'node:crypto';
import type { BankEntry } from '@fft/bank-files';
import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';

export type EntryRow = Selectable<Tables['bank_entries']>;

/** What a bank says about an entry, with the account and the currency of its statement. */
export type EntryFacts = Pick<
  EntryRow,
  | 'account'
  | 'currency'
  | 'reference'
  | 'direction'
  | 'amount'
  | 'booked'
  | 'name'
  | 'number'
  | 'body'
  | 'end_to_end'
  | 'is_return'
  | 'reason'
>;

export function factsOf(entry: BankEntry, account: { readonly id: number; readonly currency: string }): EntryFacts {
  const { reference, direction, amount, booked, name, text, endToEnd, isReturn, reason } = entry;
  return {
    account: account.id,
    currency: account.currency,
    reference,
    direction,
    amount,
    booked,
    name: cut(name, 200),
    number: cut(entry.account?.replaceAll(/\s/g, '') ?? null, 64),
    body: text.slice(0, 2000),
    end_to_end: cut(endToEnd, 64),
    is_return: isReturn,
    reason: cut(reason, 40),
  };
}

function cut(value: string | null, length: number): string | null {
  return value && value.slice(0, length);
}

type Identity = Pick<EntryRow, 'account' | 'reference' | 'direction' | 'amount' | 'booked'>;

/** The identity of an entry, the same in every file that has it. */
export function identityOf({ account, reference, direction, amount, booked }: Identity): string {
  return JSON.stringify([account, reference, direction, amount, booked]);
}

/** What the MAC of an entry's row covers. */
export function entryStatement(row: EntryFacts): readonly unknown[] {
  const { name, number, body, currency, end_to_end, is_return, reason } = row;
  return ['bank entry', identityOf(row), currency, name, number, body, end_to_end, is_return, reason];
}

/** What the MAC of a decision about an entry covers. */
export function matchStatement(
  row: Identity,
  decision: 'credit' | 'return',
  customer: number | null,
): readonly unknown[] {
  return ['bank match', identityOf(row), decision, customer];
}

/** The ledger's permanent id of an entry's credit, built from the bank's own id of it. */
export function creditId(row: Identity): string {
  return `bank-${createHash('sha256').update(identityOf(row)).digest('base64url')}`;
}
