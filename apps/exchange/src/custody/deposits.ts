import { toChainUnits } from '@fft/chains';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { ChainCoin } from './coins.ts';
import type { DepositState } from './tables.ts';

/** Stands for block and transaction where one customer paid another, and nothing left. */
export const internal = 'internal';

export type DepositRow = Selectable<Tables['chain_deposits']>;

/** Deposits in some of their states, the oldest first, so many at a time. */
export function depositsIn(db: Kysely<Tables>, chain: string, states: readonly DepositState[]): Promise<DepositRow[]> {
  return db
    .selectFrom('chain_deposits')
    .selectAll()
    .where('chain', '=', chain)
    .where('state', 'in', states)
    .orderBy('id')
    .limit(500)
    .execute();
}

/** The ledger knows a deposit by it, for ever; one that was taken back and came again, by another. */
export function creditId({ chain, id, reversals }: DepositRow): string {
  return reversals === 0 ? `deposit-${chain}-${id}` : `deposit-${chain}-${id}-again-${reversals}`;
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

/** What deposits brought to customers' addresses, and is there still. */
export async function unsweptOf(
  db: Kysely<Tables>,
  { coin, network, ledgerDecimals, chainDecimals }: ChainCoin,
): Promise<bigint> {
  const { amount } = await db
    .selectFrom('chain_deposits')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('amount'))
    .where('chain', '=', network.chain)
    .where('coin', '=', coin)
    .where('swept', '=', false)
    .where('state', 'in', ['seen', 'small', 'crediting', 'credited', 'found'])
    // Once its sweep is in a block, the hot wallet has it.
    .where(
      sql<boolean>`not exists (
        select from chain_payments payment
        join chain_attempts attempt on attempt.payment = payment.id
        join chain_landings landing on landing.chain = payment.chain and landing.txid = attempt.txid
        where payment.chain = chain_deposits.chain and payment.purpose = 'sweep' and payment.state = 'signed'
          and payment.reference = chain_deposits.sweep
      )`,
    )
    .executeTakeFirstOrThrow();
  return BigInt(amount) * toChainUnits(1, ledgerDecimals, chainDecimals);
}
