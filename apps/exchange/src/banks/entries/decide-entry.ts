import { checkAccountNumber } from '@fft/bank-files';
import type { entryActs } from '@fft/console-contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Seals } from '../../authority/seals.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import { moveEntry } from './credit.ts';
import { entryStatement, matchStatement, type EntryRow } from './entries.ts';
import type { Step } from './step.ts';
import type { EntryState } from '../tables.ts';
import { endDoubt } from './take-report.ts';

export type EntryAct = (typeof entryActs)[number];

export interface EntryDecision {
  readonly id: number;
  readonly act: EntryAct;
  /** The customer of a match. */
  readonly customer: number | null;
  readonly note: string;
}

export interface DecideOptions {
  readonly db: Kysely<Tables>;
  readonly authority: Seals;
  readonly now: () => number;
}

const after: Readonly<Record<EntryAct, readonly EntryState[]>> = {
  match: ['matched', 'credited'],
  return: ['returning', 'returned'],
  ignore: ['ignored'],
  same: ['same'],
  other: ['new', 'split', 'matched', 'credited'],
};

/** Returns the entry if the decision may be proposed. @throws Refusal */
export async function checkDecision(options: DecideOptions, { id, act, customer }: EntryDecision): Promise<EntryRow> {
  const { db, authority } = options;
  const row = await db.selectFrom('bank_entries').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw refuse('notFound');
  if (row.state !== 'queued') throw refuse('bankEntryDecided');
  if (act === 'ignore') return row;
  if (act === 'same' || act === 'other' || row.twin !== null) {
    await checkTwin(db, row, act);
    return row;
  }
  // Only money that came in can be credited or sent back, and only as the bank wrote it.
  if (row.direction !== 'in' || !authority.isMacOf(entryStatement(row), row.mac))
    throw refuse('bankEntryNotCreditable');
  const sender = checkAccountNumber({ kind: 'iban', number: row.number ?? '', bank: '' });
  if (act === 'return' && (row.name === null || typeof sender === 'string')) throw refuse('bankSenderUnknown');
  if (act === 'match') {
    const known = db
      .selectFrom('customers')
      .select('id')
      .where('id', '=', customer ?? 0);
    if ((await known.executeTakeFirst()) === undefined) throw refuse('unknownCustomer');
  }
  return row;
}

/** If an entry may be a known one, operators decide that question first. @throws Refusal */
async function checkTwin(db: Kysely<Tables>, row: EntryRow, act: EntryAct): Promise<void> {
  if (act !== 'same' && act !== 'other') throw refuse('bankEntryTwin');
  if (row.twin === null || (act === 'same' && !(await mayBeSame(db, row)))) throw refuse('bankEntryNoTwin');
}

/** False for entries that one statement shows both, and for entries of different amounts or directions. */
async function mayBeSame(db: Kysely<Tables>, { id, twin, direction, amount }: EntryRow): Promise<boolean> {
  const known = await db.selectFrom('bank_entries').selectAll().where('id', '=', twin).executeTakeFirst();
  const { rows } = await sql`
    select from bank_shown own join bank_shown other using (statement) where own.entry = ${id} and other.entry = ${twin} limit 1`.execute(
    db,
  );
  return known?.direction === direction && known.amount === amount && rows.length === 0;
}

/** Links the statements that show an entry to the known entry, because both are one booking. */
async function joinTwin(transaction: Transaction<Tables>, { id, twin, statement }: EntryRow): Promise<void> {
  await sql`
    insert into bank_shown (statement, entry, reference) select statement, ${twin}::bigint, reference from bank_shown where entry = ${id}
    on conflict do nothing`.execute(transaction);
  await transaction
    .updateTable('bank_entries')
    .set({ twin })
    .where('twin', '=', id)
    .where('state', '=', 'queued')
    .execute();
  await sql`
    update bank_entries set statement = ${statement}::bigint where id = ${twin} and ${statement}::bigint is not null and (statement is null
      or (select to_day from bank_statements where id = bank_entries.statement) > (select to_day from bank_statements where id = ${statement}))
  `.execute(transaction);
}

/** Carries out, once, a decision that two operators agreed to. @throws Refusal */
export async function decideEntry(
  options: DecideOptions,
  decision: EntryDecision,
  { operator, first }: { readonly operator: string; readonly first: string },
): Promise<void> {
  const { db, authority, now } = options;
  const { id, act, customer, note } = decision;
  const found = await db.selectFrom('bank_entries').selectAll().where('id', '=', id).executeTakeFirst();
  // The process may have died after carrying out the decision.
  if (found && after[act].includes(found.state) && (act !== 'match' || found.customer === customer)) return;
  const row = await checkDecision(options, decision);
  const step = stepOf(authority, row, decision);
  await db.transaction().execute(async (transaction) => {
    const isDone =
      act === 'other'
        ? await endDoubt(transaction, options, row.id)
        : await moveEntry(transaction, row, { ...step, updated: now() });
    if (isDone && act === 'same') await joinTwin(transaction, row);
    if (!isDone) throw refuse('bankEntryDecided');
    await writeAudit(transaction, {
      time: now(),
      operator,
      act: auditActs[act],
      target: `bank entry ${id}`,
      before: { state: row.state, doubts: row.doubts },
      after: { state: step.state, first, note, ...(act === 'match' && { customer }) },
    });
  });
}

const auditActs = {
  match: 'bankEntry.match',
  return: 'bankEntry.return',
  ignore: 'bankEntry.ignore',
  same: 'bankEntry.same',
  other: 'bankEntry.other',
} as const satisfies Record<EntryAct, string>;

function stepOf(authority: Pick<Seals, 'macOf'>, row: EntryRow, { act, customer }: EntryDecision): Step {
  if (act === 'ignore') return { state: 'ignored' };
  if (act === 'same') return { state: 'same' };
  if (act === 'other') return { state: 'new' };
  if (act === 'match')
    return { state: 'matched', customer, match_mac: authority.macOf(matchStatement(row, 'credit', customer)) };
  return { state: 'returning', match_mac: authority.macOf(matchStatement(row, 'return', row.customer)) };
}
