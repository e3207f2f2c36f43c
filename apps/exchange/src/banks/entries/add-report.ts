import type { Transaction } from 'kysely';
import type { Seals } from '../../authority/seals.ts';
import type { Tables } from '../room.ts';
import { hasDetails, mergeDetails, namesPayment, pairParts } from './compare-reports.ts';
import { entryStatement, partReference, type EntryFacts, type EntryRow } from './entries.ts';
import type { PartFacts } from '../tables.ts';

export interface AddingOptions {
  readonly authority: Seals;
  readonly now: () => number;
}

/**
 * Adds the details of a later report to a known entry, which the report doesn't contradict, and has the entry judged again. A decided entry stays as
 * it is, and so does a row that someone changed behind the exchange's back.
 */
export async function addReport(
  transaction: Transaction<Tables>,
  options: AddingOptions,
  row: EntryRow,
  facts: EntryFacts,
): Promise<void> {
  if (!options.authority.isMacOf(entryStatement(row), row.mac)) return;
  if (row.parts !== null) {
    if (facts.parts !== null && row.state === 'split') await addToParts(transaction, options, row, facts.parts);
    return;
  }
  if (facts.parts !== null) {
    if (!namesPayment(row)) await addParts(transaction, options, row, facts);
    return;
  }
  if (!hasDetails(facts)) return;
  const merged = mergeDetails(row, facts);
  await judgeAgain(transaction, options, row, merged);
}

/** Adds an entry's parts, the payments of which it consists, which the bank reports only now. */
async function addParts(
  transaction: Transaction<Tables>,
  options: AddingOptions,
  row: EntryRow,
  { parts, unusual }: EntryFacts,
): Promise<void> {
  const changed = await judgeAgain(transaction, options, row, { ...row, parts, unusual });
  if (changed && changed.twin === null && unusual === null) await splitEntry(transaction, options, changed);
}

/** Writes the new details of an undecided row. Null if the row is decided already, or nothing changes. */
async function judgeAgain(
  transaction: Transaction<Tables>,
  { authority, now }: AddingOptions,
  row: EntryRow,
  { name, number, body, end_to_end, is_return, reason, parts, unusual }: EntryRow,
): Promise<EntryRow | null> {
  const details = { name, number, body, end_to_end, is_return, reason, parts, unusual };
  const mac = authority.macOf(entryStatement({ ...row, ...details }));
  if (mac === row.mac) return null;
  const isHeld = row.twin !== null || row.doubts.includes('contradiction');
  const changed = await transaction
    .updateTable('bank_entries')
    .set({ ...details, parts: parts && JSON.stringify(parts), mac, updated: now() })
    .$if(!isHeld, (update) => update.set({ state: 'new', doubts: [] }))
    .where('id', '=', row.id)
    .where('mac', '=', row.mac)
    .where('state', 'in', ['new', 'queued'])
    .returningAll()
    .executeTakeFirst();
  return changed ?? null;
}

/** Adds details to the parts of an entry. The other report may list the parts in another order. */
async function addToParts(
  transaction: Transaction<Tables>,
  options: AddingOptions,
  row: EntryRow,
  reported: readonly PartFacts[],
): Promise<void> {
  const known = row.parts ?? [];
  const pairs = pairParts(known, reported);
  if (pairs === null) return;
  const parts = known.map((part, index) => {
    const other = reported[pairs[index] ?? 0];
    return other && hasDetails(other) ? mergeDetails(part, other) : part;
  });
  const mac = options.authority.macOf(entryStatement({ ...row, parts }));
  if (mac === row.mac) return;
  await transaction
    .updateTable('bank_entries')
    .set({ parts: JSON.stringify(parts), mac, updated: options.now() })
    .where('id', '=', row.id)
    .execute();
  const children = await transaction.selectFrom('bank_entries').selectAll().where('parent', '=', row.id).execute();
  for (const child of children) {
    const part = parts.find((_part, index) => partReference(index + 1, row) === child.reference);
    const isProven = options.authority.isMacOf(entryStatement(child), child.mac);
    if (part && isProven) await judgeAgain(transaction, options, child, { ...child, ...detailsOf(part) });
  }
}

function detailsOf({ amount: _amount, reference: _reference, ...details }: PartFacts) {
  return details;
}

/** Makes a row of each part of an entry. From then on each part is decided by itself, and the entry's own row no longer is. */
export async function splitEntry(
  transaction: Transaction<Tables>,
  { authority, now }: AddingOptions,
  row: EntryRow,
): Promise<void> {
  const { id, account, file, currency, direction, booked, parts } = row;
  const common = { account, file, currency, direction, booked, parts: null, unusual: null };
  await transaction
    .updateTable('bank_entries')
    .set({ state: 'split', doubts: [], updated: now() })
    .where('id', '=', id)
    .execute();
  const rows = (parts ?? []).map((part, index) => {
    const facts = { ...common, ...detailsOf(part), amount: part.amount ?? 0, reference: partReference(index + 1, row) };
    return {
      ...facts,
      parent: id,
      twin: null,
      mac: authority.macOf(entryStatement(facts)),
      state: 'new' as const,
      customer: null,
      payout: null,
      match_mac: null,
      statement: null,
      time: now(),
      updated: now(),
    };
  });
  if (rows.length > 0) await transaction.insertInto('bank_entries').values(rows).execute();
}
