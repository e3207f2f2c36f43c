import { toLedgerUnits } from '@fft/chains';
import { parseDecimal } from '@fft/decimal';
import { sql, type Kysely } from 'kysely';
import type { AccountChain, SweepRules, Worth } from '../chains/chain.ts';
import type { Tables } from '../room.ts';
import type { ChainCoin, ChainCoins } from '../coins.ts';

export interface SweepWorthOptions {
  readonly chain: Pick<AccountChain, 'own'>;
  readonly coins: ChainCoins;
  readonly rules: SweepRules;
  readonly worth: Worth;
}

/** Fees spent on deposits that are still where they arrived. */
export interface WastedFees {
  /** In the chain's own coin, smallest units. */
  readonly cost: bigint;
  readonly failures: number;
}

/** Finds the minimum amount of a coin that is worth moving. */
export class SweepWorth {
  readonly #options: SweepWorthOptions;
  readonly #multiple: bigint;

  constructor(options: SweepWorthOptions) {
    this.#options = options;
    this.#multiple = BigInt(options.rules.costMultiple);
  }

  /** The minimum, in the ledger's units, for a cost in the chain's own coin plus fees already wasted; null if unknown. */
  async least(coin: ChainCoin, cost: bigint, inVain: WastedFees = { cost: 0n, failures: 0 }): Promise<bigint | null> {
    const wanted = cost * this.#multiple + inVain.cost;
    if (coin.contract === null) return rounded(wanted, 10n ** BigInt(coin.chainDecimals - coin.ledgerDecimals));
    const { coins, chain, worth, rules } = this.#options;
    const own = coins.byName(chain.own.coin);
    const [ofOwn, ofCoin] = await Promise.all([own && worth(own.coin, one(own)), worth(coin.coin, one(coin))]);
    if (own && ofOwn !== null && ofCoin !== null && ofCoin > 0n)
      return rounded(wanted * ofOwn * one(coin), 10n ** BigInt(own.chainDecimals) * ofCoin);
    const least = parseDecimal(rules.least[coin.coin] ?? '', coin.ledgerDecimals);
    return least.ok ? BigInt(least.units) * BigInt(1 + inVain.failures) : null;
  }

  /** True if an amount in the chain's units is worth moving. */
  async isWorth(coin: ChainCoin, amount: bigint, cost: bigint): Promise<boolean> {
    const least = await this.least(coin, cost);
    const units = toLedgerUnits(amount, coin.ledgerDecimals, coin.chainDecimals);
    return least !== null && units !== null && BigInt(units) >= least;
  }
}

/** Fees of failed sweeps of these deposits and of their gas. */
export async function wastedFeesOf(
  db: Kysely<Tables>,
  chain: string,
  deposits: readonly number[],
): Promise<WastedFees> {
  const { cost, failures } = await db
    .selectFrom('chain_payments')
    .select([
      sql<string>`coalesce(sum(cost::numeric), 0)::text`.as('cost'),
      sql<number>`(count(*) filter (where state = 'failed'))::int`.as('failures'),
    ])
    .where('chain', '=', chain)
    .where('purpose', 'in', ['sweep', 'gas'])
    .where('reference', '=', sql<number>`any(${deposits}::bigint[])`)
    .executeTakeFirstOrThrow();
  return { cost: BigInt(cost), failures };
}

function one({ ledgerDecimals }: ChainCoin): bigint {
  return 10n ** BigInt(ledgerDecimals);
}

function rounded(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}
