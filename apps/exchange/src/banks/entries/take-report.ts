import type { BankStatement } from '@fft/bank-files';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Seals } from '../../authority/seals.ts';
import type { Tables } from '../room.ts';
import { addReport, splitEntry, type AddingOptions } from './add-report.ts';
import { entryStatement, numberedReference, type EntryFacts, type ReportedEntry } from './entries.ts';
import { readKnown, type Known } from './known-entries.ts';
import { joinParts, rowsOfParts } from './join-parts.ts';
import { groupOf, recognise, type Recognised } from './recognise.ts';

export interface Report {
  readonly file: number;
  readonly account: number;
  readonly statement: BankStatement;
  readonly entries: readonly ReportedEntry[];
}

export interface TakingOptions extends AddingOptions {
  readonly authority: Seals;
  readonly now: () => number;
}

/**
 * Takes over one statement or notification. It adds new entries, adds details to known entries or confirms them, and queues entries that may be
 * known for operators. The caller holds the account's lock. Returns the number of new entries.
 */
export async function takeReport(
  transaction: Transaction<Tables>,
  options: TakingOptions,
  report: Report,
): Promise<number> {
  const { account, statement, entries } = report;
  const known = await readKnown(transaction, account, statement, entries);
  const recognised = recognise(entries, known.entries, known);
  const id = await insertStatement(transaction, report);
  const inserted = await insertEntries(transaction, options, { report, known, recognised });
  const ids = entries.map((_entry, index) => {
    const as = recognised[index];
    return as?.kind === 'known' ? (known.rows.get(as.entry.id)?.parent ?? as.entry.id) : (inserted.get(index) ?? 0);
  });
  for (const [index, { facts }] of entries.entries()) {
    const as = recognised[index];
    const row = as?.kind === 'known' ? known.rows.get(as.entry.id) : undefined;
    if (row) await addReport(transaction, options, row, facts);
    if (as?.kind === 'doubt' && as.doubt === 'contradiction') await holdContradicted(transaction, options, as.entry.id);
  }
  await noteShown(transaction, { id, statement, entries, ids });
  await endProvenDoubts(transaction, options, { known, recognised, entries, inserted, shown: new Set(ids) });
  return inserted.size;
}

async function insertStatement(
  transaction: Transaction<Tables>,
  { file, account, statement }: Report,
): Promise<number> {
  const { id: name, from, to, opening, closing } = statement;
  const { id } = await transaction
    .insertInto('bank_statements')
    .values({ file, account, name: name.slice(0, 200), from_day: from, to_day: to, opening, closing })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const rowsAtOnce = 500;

interface Inserting {
  readonly report: Report;
  readonly known: Known;
  readonly recognised: readonly Recognised[];
}

/** Inserts the new entries. Returns their ids by position in the report. */
async function insertEntries(
  transaction: Transaction<Tables>,
  options: TakingOptions,
  { report, known, recognised }: Inserting,
): Promise<ReadonlyMap<number, number>> {
  const { authority, now } = options;
  const given = new Set<string>();
  const fresh = report.entries.flatMap(({ facts, reference }, index) => {
    const as = recognised[index];
    if (as === undefined || as.kind === 'known') return [];
    const parts =
      as.kind === 'new' || as.doubt === 'perhapsKnown' ? rowsOfParts({ facts, reference }, known.rows) : null;
    const row = { ...facts, reference: freeReference(facts, reference, { known, given }) };
    const isDoubted = as.kind === 'doubt' && parts === null;
    const doubt = isDoubted ? { state: 'queued' as const, doubts: [as.doubt], twin: as.entry.id } : {};
    const values: Insertable<Tables['bank_entries']> = {
      ...row,
      parts: row.parts && JSON.stringify(row.parts),
      file: report.file,
      mac: authority.macOf(entryStatement(row)),
      state: 'new',
      twin: null,
      parent: null,
      statement: null,
      customer: null,
      payout: null,
      match_mac: null,
      time: now(),
      updated: now(),
      ...doubt,
    };
    return [{ index, values, parts, isSplit: !isDoubted && row.parts !== null && row.unusual === null }];
  });
  const ids = new Map<number, number>();
  for (let at = 0; at < fresh.length; at += rowsAtOnce) {
    const chunk = fresh.slice(at, at + rowsAtOnce);
    const rows = await transaction
      .insertInto('bank_entries')
      .values(chunk.map(({ values }) => values))
      .returningAll()
      .execute();
    const byIdentity = new Map(rows.map((row) => [`${groupOf(row)} ${row.reference}`, row]));
    for (const { index, values, isSplit, parts } of chunk) {
      const row = byIdentity.get(`${groupOf(values)} ${values.reference}`);
      if (!row) throw new Error('an inserted entry was not returned');
      ids.set(index, row.id);
      if (parts !== null) await joinParts(transaction, row, parts, now());
      else if (isSplit) await splitEntry(transaction, options, row);
    }
  }
  return ids;
}

/** The bank's reference, if no other row of equal amount and day has it; else the entry's number among its equals. */
function freeReference(
  facts: EntryFacts,
  reference: string | null,
  { known, given }: { readonly known: Pick<Known, 'hasRow'>; readonly given: Set<string> },
): string {
  for (let number = reference === null ? 1 : 0; ; number += 1) {
    const wanted = number === 0 ? (reference ?? '') : numberedReference(number, reference);
    const identity = `${groupOf(facts)} ${wanted}`;
    if (known.hasRow(facts, wanted) || given.has(identity)) continue;
    given.add(identity);
    return wanted;
  }
}

/** Queues an undecided entry that another report contradicts, so that operators decide it too. */
async function holdContradicted(
  transaction: Transaction<Tables>,
  { now }: Pick<TakingOptions, 'now'>,
  id: number,
): Promise<void> {
  await transaction
    .updateTable('bank_entries')
    .set({ state: 'queued', doubts: ['contradiction'], updated: now() })
    .where(({ eb, or }) => or([eb('id', '=', id), eb('parent', '=', id)]))
    .where('state', '=', 'new')
    .execute();
}

interface Showing {
  readonly id: number;
  readonly statement: Pick<BankStatement, 'opening' | 'to'>;
  readonly entries: readonly ReportedEntry[];
  readonly ids: readonly number[];
}

/** Notes which entries the statement shows. An entry belongs to the first day whose statement has it. */
async function noteShown(
  transaction: Transaction<Tables>,
  { id, statement: { opening, to }, entries, ids }: Showing,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ reference }, index) => ({ statement: id, entry: ids[index] ?? 0, reference }));
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await transaction
      .insertInto('bank_shown')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (opening === null) return;
  await sql`
    update bank_entries set statement = ${id} where id = any(${ids}::bigint[]) and (statement is null
      or exists (select from bank_statements s where s.id = bank_entries.statement and s.to_day > ${to}))
  `.execute(transaction);
}

interface Proving extends Pick<Inserting, 'known' | 'recognised'> {
  readonly entries: readonly ReportedEntry[];
  readonly inserted: ReadonlyMap<number, number>;
  /** Rows that the report shows. */
  readonly shown: ReadonlySet<number>;
}

/**
 * Ends doubts whether two equal entries are one booking. A doubt ends once one report shows both entries, or once reports or balances prove as many
 * bookings as there are entries.
 */
async function endProvenDoubts(
  transaction: Transaction<Tables>,
  options: TakingOptions,
  { known, entries, inserted, shown: together }: Proving,
): Promise<void> {
  const knownGroups = Map.groupBy(
    [...known.rows.values()].filter(({ parent }) => parent === null),
    groupOf,
  );
  for (const [group, shown] of Map.groupBy([...entries.entries()], ([, { facts }]) => groupOf(facts))) {
    const equals = knownGroups.get(group) ?? [];
    const [first] = shown;
    if (!first || !equals.some(({ twin }) => twin !== null)) continue;
    const added = shown.filter(([index]) => inserted.has(index)).length;
    const areProven = known.provenCount(first[1].facts) >= equals.length + added;
    for (const { id, twin } of equals) {
      const isEqual = twin !== null && equals.some((each) => each.id === twin);
      const areShown = isEqual && together.has(id) && together.has(twin);
      if (isEqual && (areProven || areShown)) await endDoubt(transaction, options, id);
    }
  }
}

/** Makes an entry of its own of one that seemed to repeat a known entry. False if no such doubt is open. */
export async function endDoubt(transaction: Transaction<Tables>, options: AddingOptions, id: number): Promise<boolean> {
  const row = await transaction
    .updateTable('bank_entries')
    .set({ twin: null, state: 'new', doubts: [], updated: options.now() })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('twin', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return false;
  if (row.parts !== null && row.unusual === null) await splitEntry(transaction, options, row);
  return true;
}
