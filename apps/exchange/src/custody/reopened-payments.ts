import { sql, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Where a chain was reorganised: blocks above this height left it. */
export interface Fork {
  readonly chain: string;
  readonly height: number;
  readonly time: number;
}

/**
 * Opens payments again whose transaction was in a block that left the chain, although they had ended: what they cost isn't known any more, and later payments wait
 * for their nonces. Deposits of a sweep count as not swept until it is in a block again. Call it before the records of those blocks are deleted.
 */
export async function reopenPayments(transaction: Transaction<Tables>, { chain, height, time }: Fork): Promise<void> {
  // One gas payment of a sweep can be open at a time.
  const { rows } = await sql<{ id: number; purpose: string; reference: number }>`
    update chain_payments payment set state = 'signed', cost = null, updated = ${time}
    where payment.chain = ${chain} and payment.state = 'done' and payment.purpose <> 'batch'
      and payment.id in (
        select paid.id from chain_landings landing
        join chain_attempts attempt on attempt.txid = landing.txid
        join chain_payments paid on paid.id = attempt.payment or paid.batch = attempt.payment
        where landing.chain = ${chain} and landing.height > ${height}
        union
        select paid.id from utxo_coins coin
        join chain_payments paid on paid.id = coin.payment or paid.batch = coin.payment
        where coin.chain = ${chain} and coin.spent_height > ${height}
      )
      and (payment.purpose <> 'gas' or not exists (
        select from chain_payments other
        where other.chain = payment.chain and other.purpose = 'gas' and other.reference = payment.reference
          and other.id <> payment.id and (other.state in ('reserved', 'signed') or other.state = 'done' and other.id > payment.id)
      ))
    returning payment.id, payment.purpose, payment.reference
  `.execute(transaction);
  const sweeps = rows.filter(({ purpose }) => purpose === 'sweep').map(({ reference }) => reference);
  if (sweeps.length === 0) return;
  await transaction
    .updateTable('chain_deposits')
    .set({ swept: false })
    .where('chain', '=', chain)
    .where('sweep', '=', sql<number>`any(${sweeps}::bigint[])`)
    .where('swept', '=', true)
    .execute();
}
