import { sql, type RawBuilder } from 'kysely';
import { ok } from 'node:assert/strict';
import { entriesOf, type Checked } from './check-always.ts';

/** The database refuses what takes more from an entry than its amount, and a payout's second entry, whatever program asks for it. */
export async function checkRefusals(run: Checked): Promise<void> {
  const entries = await entriesOf(run);
  const ended = entries.find(({ state }) => state === 'credited' || state === 'gaveBack' || state === 'settled');
  const part = entries.find(({ parent, state }) => parent !== null && state === 'credited');
  if (ended)
    await refuses(run, 'takes an entry a second time', [
      sql`update bank_entries set state = 'queued' where id = ${ended.id}`,
      sql`update bank_entries set state = 'matched' where id = ${ended.id}`,
    ]);
  if (part)
    await refuses(run, 'takes an entry besides its parts', [
      sql`update bank_entries set state = 'matched' where id = ${part.parent}`,
    ]);
  const linked = entries.find(({ payout }) => payout !== null);
  const other = entries.find(({ payout, direction }) => payout === null && direction === linked?.direction);
  if (linked && other)
    await refuses(run, 'acts twice on a payout', [
      sql`update bank_entries set payout = ${linked.payout} where id = ${other.id}`,
    ]);
}

async function refuses({ exchange: { db } }: Checked, what: string, acts: readonly RawBuilder<unknown>[]) {
  const transaction = await db.startTransaction().execute();
  let isRefused = false;
  try {
    for (const act of acts) await act.execute(transaction);
  } catch {
    isRefused = true;
  } finally {
    await transaction.rollback().execute();
  }
  ok(isRefused, `the database lets a program through that ${what}`);
}
