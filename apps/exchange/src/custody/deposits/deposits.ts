import { createHash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../room.ts';
import type { DepositState } from '../tables.ts';

/** Block and transaction of a deposit that another customer's withdrawal made without leaving the books. */
export const internal = 'internal';

/** Transaction id of a deposit that an internal withdrawal made. */
export function internalTxid(withdrawal: number): string {
  return `${internal}-${withdrawal}`;
}

export type DepositRow = Selectable<Tables['chain_deposits']>;

/** Maximum number of deposits in one query. */
export const maxDepositsPerQuery = 500;

/** Returns deposits in the given states after an id, oldest first, up to the maximum. */
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
    .limit(maxDepositsPerQuery)
    .execute();
}

/**
 * The ledger's permanent id of a deposit, built from the chain's own id of it, so that a second row for the same deposit credits nothing. A deposit that was
 * reversed and came again has one id per hold that took it.
 */
export function creditId(row: DepositRow): string {
  const { chain, txid, position, reversals, holds } = row;
  const key = createHash('sha256').update(`${chain} ${txid} ${position}`).digest('base64url');
  return reversals === 0 ? `deposit-${key}` : `deposit-${key}-again-${holds}`;
}

/** Every id that a credit may have in the ledger: earlier versions used the row's number. */
export function creditIds(row: DepositRow): string[] {
  const { chain, id, reversals } = row;
  const former = reversals === 0 ? `deposit-${chain}-${id}` : `deposit-${chain}-${id}-again-${reversals}`;
  return [creditId(row), former];
}

/** The ledger's id of the hold on a deposit whose block is gone. */
export function holdId({ chain, id, holds }: DepositRow): string {
  return `orphan-${chain}-${id}-${holds}`;
}

/** The amount to credit: all of it, or the part that was reversed. */
export function dueOf({ amount, held, reversals }: DepositRow): number {
  return reversals === 0 ? amount : held;
}

/** Fields that change when a deposit moves to its next state. */
export type DepositChange = Partial<
  Pick<DepositRow, 'state' | 'in_ledger' | 'held' | 'holds' | 'lost_height' | 'reversals'>
>;

/** Moves a deposit on from the state it was read in; returns false if it has left that state. */
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
