import { toChainUnits } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { ChainCoin } from '../coins.ts';
import { inBlockStates } from '../deposits/deposit-states.ts';
import { internal } from '../deposits/deposits.ts';

/**
 * Balance of a coin at customers' addresses, in the chain's units: unswept deposits of any size and, for the chain's own coin, gas that is not used up. `payFees` is
 * true where the addresses pay for their sweeps.
 */
export async function atCustomersAddresses(
  db: Kysely<Tables>,
  coin: ChainCoin,
  { payFees }: { readonly payFees: boolean },
): Promise<bigint> {
  const unswept = await unsweptOf(db, coin);
  const all = coin.contract === null ? unswept + (await gasLeftOf(db, coin, payFees)) : unswept;
  return all > 0n ? all : 0n;
}

/** Deposits that are still at customers' addresses. */
async function unsweptOf(
  db: Kysely<Tables>,
  { coin, network, ledgerDecimals, chainDecimals }: ChainCoin,
): Promise<bigint> {
  const { amount } = await db
    .selectFrom('chain_deposits')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('amount'))
    .where('chain', '=', network.chain)
    .where('coin', '=', coin)
    .where('swept', '=', false)
    .where('state', 'in', inBlockStates)
    // Once its sweep is in a block, the hot wallet holds it.
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

/**
 * Gas left over: everything sent as gas, plus what sweeps left behind of their deposits, less what sweeps burned. Negative if unswept deposits paid for sweeps.
 */
async function gasLeftOf(
  db: Kysely<Tables>,
  { coin, network, ledgerDecimals, chainDecimals }: ChainCoin,
  payFees: boolean,
): Promise<bigint> {
  const payments = await db
    .selectFrom('chain_payments')
    .select([
      sql<string>`coalesce(sum(amount::numeric) filter (where purpose = 'gas' and state = 'done'), 0)::text`.as('sent'),
      sql<string>`coalesce(sum(amount::numeric) filter (where purpose = 'sweep' and state = 'done' and coin = ${coin}), 0)::text`.as(
        'swept',
      ),
      sql<string>`coalesce(sum(cost::numeric) filter (where purpose = 'sweep'), 0)::text`.as('burnt'),
    ])
    .where('chain', '=', network.chain)
    .where('purpose', 'in', ['gas', 'sweep'])
    .where('state', 'in', ['done', 'failed'])
    .executeTakeFirstOrThrow();
  const { taken } = await db
    .selectFrom('chain_deposits')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('taken'))
    .where('chain', '=', network.chain)
    .where('coin', '=', coin)
    .where('swept', '=', true)
    .where('block_hash', '!=', internal)
    .where('state', 'in', ['credited', 'backInDoubt', 'found'])
    .executeTakeFirstOrThrow();
  const [sent, swept, burnt] = [payments.sent, payments.swept, payments.burnt].map(BigInt) as [bigint, bigint, bigint];
  return sent + BigInt(taken) * toChainUnits(1, ledgerDecimals, chainDecimals) - swept - (payFees ? burnt : 0n);
}
