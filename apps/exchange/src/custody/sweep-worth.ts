import { toLedgerUnits } from '@fft/chains';
import { parseDecimal } from '@fft/decimal';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { AccountChain } from './account-chain.ts';
import type { ChainCoin, ChainCoins } from './coins.ts';

/** When bringing coins together is worth its fee. */
export interface SweepRules {
  /** What is moved has to be worth so many times the most that moving it takes. */
  readonly costMultiple: number;
  /** Decimals by coin: the least of a token that is moved where no price says what the fee is worth in it. Of other tokens nothing is moved then. */
  readonly least: Readonly<Record<string, string>>;
}

/** What units of a coin are worth, in millionths of a USDT; null where nothing says so reliably. */
export type Worth = (coin: string, units: bigint) => Promise<bigint | null>;

export interface SweepWorthParts {
  readonly chain: Pick<AccountChain, 'own'>;
  readonly coins: ChainCoins;
  readonly rules: SweepRules;
  readonly worth: Worth;
}

/** What was paid for deposits that are still where they came. */
export interface InVain {
  /** The chain's own coin, smallest units. */
  readonly cost: bigint;
  readonly failures: number;
}

/** Says from which amount on a coin is worth moving. */
export class SweepWorth {
  readonly #parts: SweepWorthParts;
  readonly #multiple: bigint;

  constructor(parts: SweepWorthParts) {
    this.#parts = parts;
    this.#multiple = BigInt(parts.rules.costMultiple);
  }

  /** The least, in the ledger's units, that is worth a cost in the chain's own coin and what was paid in vain; null where nothing says. */
  async least(coin: ChainCoin, cost: bigint, inVain: InVain = { cost: 0n, failures: 0 }): Promise<bigint | null> {
    const wanted = cost * this.#multiple + inVain.cost;
    if (coin.contract === null) return rounded(wanted, 10n ** BigInt(coin.chainDecimals - coin.ledgerDecimals));
    const { coins, chain, worth, rules } = this.#parts;
    const own = coins.byName(chain.own.coin);
    const [ofOwn, ofCoin] = await Promise.all([own && worth(own.coin, one(own)), worth(coin.coin, one(coin))]);
    if (own && ofOwn !== null && ofCoin !== null && ofCoin > 0n)
      return rounded(wanted * ofOwn * one(coin), 10n ** BigInt(own.chainDecimals) * ofCoin);
    const least = parseDecimal(rules.least[coin.coin] ?? '', coin.ledgerDecimals);
    return least.ok ? BigInt(least.units) * BigInt(1 + inVain.failures) : null;
  }

  /** Whether so many of the chain's units are worth it. */
  async isWorth(coin: ChainCoin, amount: bigint, cost: bigint): Promise<boolean> {
    const least = await this.least(coin, cost);
    const units = toLedgerUnits(amount, coin.ledgerDecimals, coin.chainDecimals);
    return least !== null && units !== null && BigInt(units) >= least;
  }
}

/** What sweeps of these deposits, and the gas for them, took without bringing them. */
export async function paidInVain(db: Kysely<Tables>, chain: string, deposits: readonly number[]): Promise<InVain> {
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
