import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import type { EntryRow, ReportedEntry } from './entries.ts';

/**
 * Finds the rows that are the parts of an entry already. Another report, or a version before entries had parts, may have made entries of the
 * payments. Their references are those of the payments, or numbers behind the entry's reference. Null unless all parts are found.
 */
export function rowsOfParts(
  { facts, reference }: Pick<ReportedEntry, 'facts' | 'reference'>,
  rows: ReadonlyMap<number, EntryRow>,
): readonly EntryRow[] | null {
  if (facts.unusual !== null) return null;
  const free = new Map(rows);
  const found = (facts.parts ?? []).flatMap((part, index) => {
    const names = [part.reference, reference && `${reference}/${index + 1}`];
    const row = [...free.values()].find(
      (each) =>
        names.includes(each.reference) &&
        each.parts === null &&
        each.parent === null &&
        each.direction === facts.direction &&
        each.booked === facts.booked &&
        each.amount === part.amount,
    );
    if (row) free.delete(row.id);
    return row ?? [];
  });
  return found.length > 0 && found.length === facts.parts?.length ? found : null;
}

const taking: readonly EntryRow['state'][] = ['matched', 'credited', 'gaveBack', 'settled', 'returning', 'returned'];

/** Makes rows the parts of an entry, which takes over the rows' outcomes and statement. */
export async function joinParts(
  transaction: Transaction<Tables>,
  { id }: Pick<EntryRow, 'id'>,
  parts: readonly EntryRow[],
  now: number,
): Promise<void> {
  const taken = parts.reduce((sum, { state, amount }) => (taking.includes(state) ? sum + amount : sum), 0);
  const statement = parts.find((part) => part.statement !== null)?.statement ?? null;
  await transaction
    .updateTable('bank_entries')
    .set({ state: 'split', taken, statement, updated: now })
    .where('id', '=', id)
    .execute();
  const ids = parts.map((part) => part.id);
  await transaction.updateTable('bank_entries').set({ parent: id, twin: null }).where('id', 'in', ids).execute();
}
