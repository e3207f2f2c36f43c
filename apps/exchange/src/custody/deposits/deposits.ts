import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { type DepositState, mayBecome } from './deposit-states.ts';

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

/** The ledger's id of the hold on a deposit whose block is gone. */
export function holdId({ chain, id, holds }: DepositRow): string {
  return `orphan-${chain}-${id}-${holds}`;
}

/** The amount to credit: all of it, or the part that was reversed. */
export function dueOf({ amount, held, reversals }: DepositRow): number {
  return reversals === 0 ? amount : held;
}

/** Fields that change with a deposit's state. */
export type DepositChange = Partial<Pick<DepositRow, 'held' | 'holds' | 'lost_height' | 'reversals'>>;

/** Where a deposit goes, and when. Its present state, if only other fields change. */
export interface DepositMove {
  readonly to: DepositState;
  readonly time: number;
}

/** Moves a deposit on from the state it was read in; returns false if it has left that state. @throws if the move isn't allowed */
export async function moveDeposit(
  db: Kysely<Tables>,
  row: DepositRow,
  { to, time }: DepositMove,
  change: DepositChange = {},
): Promise<boolean> {
  if (to !== row.state && !mayBecome(row.state, to))
    throw new Error(`a deposit that is ${row.state} cannot become ${to}`);
  const { numUpdatedRows } = await db
    .updateTable('chain_deposits')
    .set({ ...change, state: to, updated: time })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A deposit as it is first seen. */
export type NewDeposit = Omit<Insertable<Tables['chain_deposits']>, 'state'> & { readonly state: 'seen' | 'small' };

/** What becomes of a deposit that is in another block now. `asSeen`: what its new content makes of it. Other states stay. */
const foundAgain: Readonly<Partial<Record<DepositState, DepositState | 'asSeen'>>> = {
  orphaned: 'asSeen',
  small: 'asSeen',
  inDoubt: 'backInDoubt',
  lost: 'found',
  reversed: 'seen',
};

/** Records a deposit that a block brought; one that is recorded already has another block than before. */
export async function recordDeposit(transaction: Transaction<Tables>, deposit: NewDeposit): Promise<void> {
  const { height, block_hash: hash, updated } = deposit;
  const moves = Object.entries(foundAgain).map(([from, to]) =>
    to === 'asSeen' ? sql`when ${from} then excluded.state` : sql`when ${from} then ${to}`,
  );
  await transaction
    .insertInto('chain_deposits')
    .values(deposit)
    .onConflict((conflict) =>
      conflict.columns(['chain', 'txid', 'position']).doUpdateSet({
        height,
        block_hash: hash,
        updated,
        state: sql`case chain_deposits.state ${sql.join(moves, sql` `)} else chain_deposits.state end`,
        // A contract may pay someone else there. For a deposit that was never credited, the new content counts.
        customer: unlessCredited('customer'),
        address: unlessCredited('address'),
        coin: unlessCredited('coin'),
        asset: unlessCredited('asset'),
        amount: unlessCredited('amount'),
      }),
    )
    .execute();
}

/** A column as it is now, of a deposit that the ledger never had; as it was, of another. */
function unlessCredited(column: 'customer' | 'address' | 'coin' | 'asset' | 'amount') {
  const [now, before] = [sql.ref(`excluded.${column}`), sql.ref(`chain_deposits.${column}`)];
  return sql<never>`case when chain_deposits.state in ('orphaned', 'small') then ${now} else ${before} end`;
}

export interface Unwound {
  readonly chain: string;
  /** The last block that the chain still has. */
  readonly height: number;
  readonly time: number;
}

/** Moves the deposits of all blocks above a height, which the chain no longer has. */
export async function unwindDeposits(
  transaction: Transaction<Tables>,
  { chain, height, time: updated }: Unwound,
): Promise<void> {
  const above = transaction.updateTable('chain_deposits').where('chain', '=', chain).where('height', '>', height);
  const seen = above.where('state', '=', 'seen');
  await seen.where('reversals', '=', 0).set({ state: 'orphaned', updated }).execute();
  await seen.where('reversals', '>', 0).set({ state: 'reversed', updated }).execute();
  await above.where('state', 'in', ['crediting', 'backInDoubt']).set({ state: 'inDoubt', updated }).execute();
  // Those that are lost already are missed anew.
  const lost = { state: 'lost', lost_height: null, updated } as const;
  await above.where('state', 'in', ['credited', 'found', 'lost']).set(lost).execute();
}

/** Orphans a deposit that was never credited and that its block has otherwise: {@link recordDeposit} then takes the new content. */
export async function orphanMisstated(
  transaction: Transaction<Tables>,
  { chain, txid, position }: Pick<DepositRow, 'chain' | 'txid' | 'position'>,
  updated: number,
): Promise<void> {
  await transaction
    .updateTable('chain_deposits')
    .set({ state: 'orphaned', updated })
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('position', '=', position)
    .where('state', '=', 'seen')
    .where('reversals', '=', 0)
    .execute();
}
