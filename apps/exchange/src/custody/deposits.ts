import { createHash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { DepositState } from './tables.ts';

/** Stands for block and transaction where one customer paid another, and nothing left. */
export const internal = 'internal';

/** What a deposit is known by that a withdrawal inside the books made. */
export function internalTxid(withdrawal: number): string {
  return `${internal}-${withdrawal}`;
}

export type DepositRow = Selectable<Tables['chain_deposits']>;

/** So many at a time. */
export const depositsMost = 500;

/** Deposits in some of their states, the oldest first, of those after an id so many at a time. */
export function depositsIn(
  db: Kysely<Tables>,
  chain: string,
  states: readonly DepositState[],
  after = 0,
): Promise<DepositRow[]> {
  return db
    .selectFrom('chain_deposits')
    .selectAll()
    .where('chain', '=', chain)
    .where('state', 'in', states)
    .where('id', '>', after)
    .orderBy('id')
    .limit(depositsMost)
    .execute();
}

/**
 * What the ledger knows a deposit by, for ever: it comes from what the chain calls it, so that a second row for the same one credits nothing. What was taken back
 * and came again has an id for each hold that took it.
 */
export function creditId(row: DepositRow): string {
  const { chain, txid, position, reversals, holds } = row;
  const key = createHash('sha256').update(`${chain} ${txid} ${position}`).digest('base64url');
  return reversals === 0 ? `deposit-${key}` : `deposit-${key}-again-${holds}`;
}

/** All ids that a credit may have in the ledger: until now it came from the row's number. */
export function creditIds(row: DepositRow): string[] {
  const { chain, id, reversals } = row;
  const former = reversals === 0 ? `deposit-${chain}-${id}` : `deposit-${chain}-${id}-again-${reversals}`;
  return [creditId(row), former];
}

/** What holds a deposit's money while its block is gone. */
export function holdId({ chain, id, holds }: DepositRow): string {
  return `orphan-${chain}-${id}-${holds}`;
}

/** What is to be credited: all of it, or what was taken back. */
export function dueOf({ amount, held, reversals }: DepositRow): number {
  return reversals === 0 ? amount : held;
}

/** What changes of a deposit as it moves on. */
export type DepositChange = Partial<
  Pick<DepositRow, 'state' | 'in_ledger' | 'held' | 'holds' | 'lost_height' | 'reversals'>
>;

/** Moves one on from the state that it was read in; false where it isn't in it any more. */
export async function moveDeposit(
  db: Kysely<Tables>,
  row: DepositRow,
  change: DepositChange & { readonly updated: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chain_deposits')
    .set(change)
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
