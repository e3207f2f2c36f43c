import { sql, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';

/** Where a chain was reorganised: blocks above this height left it. */
export interface Fork {
  readonly chain: string;
  readonly height: number;
  readonly time: number;
}

/** Payments whose transactions were in a block above a height. */
const paidAbove = (chain: string, height: number) => sql`
  select paid.id from chain_landings landing
  join chain_attempts attempt on attempt.txid = landing.txid
  join chain_payments paid on paid.id = attempt.payment or paid.batch = attempt.payment
  where landing.chain = ${chain} and landing.height > ${height}
  union
  select paid.id from utxo_coins coin
  join chain_payments paid on paid.id = coin.payment or paid.batch = coin.payment
  where coin.chain = ${chain} and coin.spent_height > ${height}
`;

/**
 * Opens payments again whose transaction was in a block that left the chain, although they had ended: what they cost isn't known any more, and later payments wait
 * for their nonces. Deposits of a sweep count as not swept until it is in a block again. Call it before the records of those blocks are deleted.
 */
export async function reopenPayments(transaction: Transaction<Tables>, { chain, height, time }: Fork): Promise<void> {
  // One gas payment of a sweep can be open at a time.
  const { rows } = await sql<{ id: number; purpose: string; reference: number }>`
    update chain_payments payment set state = 'signed', cost = null, updated = ${time}
    where payment.chain = ${chain} and payment.state = 'done' and payment.purpose <> 'batch'
      and payment.id in (${paidAbove(chain, height)})
      and (payment.purpose <> 'gas' or not exists (
        select from chain_payments other
        where other.chain = payment.chain and other.purpose = 'gas' and other.reference = payment.reference
          and other.id <> payment.id and (other.state in ('reserved', 'signed') or other.state = 'done' and other.id > payment.id)
      ))
    returning payment.id, payment.purpose, payment.reference
  `.execute(transaction);
  const sweeps = rows.filter(({ purpose }) => purpose === 'sweep').map(({ reference }) => reference);
  await notSwept(transaction, chain, sweeps);
  await giveUpOlderGas(transaction, { chain, height, time });
  await freeNoncesOfFailed(transaction, { chain, height, time });
}

/** Of several gas payments of one sweep the newest is open again. No one sends the others, so that their nonces go to the next payments: a gap would block all later ones. */
async function giveUpOlderGas(transaction: Transaction<Tables>, { chain, height, time }: Fork): Promise<void> {
  await sql`
    update chain_payments payment set state = 'failed', nonce = null, cost = null, updated = ${time}
    where payment.chain = ${chain} and payment.state = 'done' and payment.purpose = 'gas'
      and payment.id in (${paidAbove(chain, height)})
  `.execute(transaction);
}

/** Opens payments again that had ended without their transactions, which a block has now. */
export async function reopenLanded(
  transaction: Transaction<Tables>,
  { chain, txids }: { readonly chain: string; readonly txids: readonly string[] },
): Promise<void> {
  if (txids.length === 0) return;
  // A sweep that was given up, and has landed nevertheless, is followed again.
  await sql`
    update chain_payments payment set state = 'signed'
    from chain_attempts attempt
    where attempt.txid = any(${txids}) and payment.id = attempt.payment
      and payment.chain = ${chain} and payment.purpose = 'sweep' and payment.state = 'failed' and payment.cost is null
      and not exists (
        select from chain_payments other
        where other.chain = payment.chain and other.purpose = payment.purpose and other.reference = payment.reference
          and other.id <> payment.id and other.state <> 'failed'
      )
  `.execute(transaction);
  // So is a withdrawal that failed: its money went back to its customer.
  await sql`
    update chain_payments payment set state = 'signed'
    from chain_attempts attempt
    where attempt.txid = any(${txids}) and attempt.payment in (payment.id, payment.batch)
      and payment.chain = ${chain} and payment.purpose = 'withdrawal' and payment.state = 'failed'
  `.execute(transaction);
}

/**
 * A withdrawal whose transaction failed in one of these blocks has gone back to its customer, and its transaction may come into a block again and succeed. Its nonce goes
 * to the next payment, which takes its place.
 */
async function freeNoncesOfFailed(transaction: Transaction<Tables>, { chain, height, time }: Fork): Promise<void> {
  await sql`
    update chain_payments payment set nonce = null, cost = null, updated = ${time}
    where payment.chain = ${chain} and payment.purpose in ('withdrawal', 'batch')
      and payment.id in (
        select attempt.payment from chain_landings landing join chain_attempts attempt on attempt.txid = landing.txid
        where landing.chain = ${chain} and landing.height > ${height}
      )
      and not exists (
        select from chain_payments paid
        where (paid.id = payment.id or paid.batch = payment.id) and paid.purpose = 'withdrawal' and paid.state <> 'failed'
      )
  `.execute(transaction);
}

/** Deposits of these sweeps are still, or again, where they came. */
async function notSwept(transaction: Transaction<Tables>, chain: string, sweeps: readonly number[]): Promise<void> {
  if (sweeps.length === 0) return;
  await transaction
    .updateTable('chain_deposits')
    .set({ swept: false })
    .where('chain', '=', chain)
    .where('sweep', '=', sql<number>`any(${sweeps}::bigint[])`)
    .where('swept', '=', true)
    .execute();
}
