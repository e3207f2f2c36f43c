import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import type { EntryRow, ReportedEntry } from './entries.ts';

/**
 * The rows that are the parts of an entry already: another report, or a version before entries had parts, has its payments as entries of their own,
 * under the references of the payments or under numbers behind that of the entry. Null unless all parts are there.
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

/** Makes rows the parts of an entry: what became of them became of it. */
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
