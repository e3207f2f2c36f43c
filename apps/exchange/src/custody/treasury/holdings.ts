import { formatDecimal } from '@fft/decimal';
import { sql, type Kysely } from 'kysely';
import { parseUnits } from 'viem';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { readChains } from '../chain-facts.ts';
import type { ChainFacts, FollowableChain, FollowedChain, Gathering, Holdings } from '../chains/chain.ts';

/** A coin's holdings on a chain, and their sum. Units of the chain. */
export interface CoinHoldings extends Holdings {
  readonly coin: string;
  readonly held: bigint;
}

/** Records holdings, for calls that do not follow chains. */
export async function noteHoldings(
  db: Kysely<Tables>,
  { chain, coins, addresses }: ChainFacts,
  holdings: readonly CoinHoldings[],
  time: number,
): Promise<void> {
  for (const { coin, held, hot, unswept, cold } of holdings) {
    const decimals = coins.byName(coin)?.chainDecimals ?? 0;
    const decimal = (units: bigint): string => formatDecimal(units, decimals);
    const places = { hot: decimal(hot), unswept: decimal(unswept), cold: decimal(cold) };
    const noted = { held: decimal(held), ...places, time };
    await db
      .insertInto('custody_holdings')
      .values({ chain, coin, ...noted })
      .onConflict((conflict) => conflict.columns(['chain', 'coin']).doUpdateSet(noted))
      .execute();
  }
  const { count } = await db
    .selectFrom('deposit_addresses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('family', '=', addresses.family)
    .executeTakeFirstOrThrow();
  await db.updateTable('custody_chains').set({ addresses: count }).where('chain', '=', chain).execute();
}

/** Another chain that this process follows. */
export interface OtherChain {
  readonly name: string;
  /** Total holdings of a coin, as a decimal; null if the coin is not on that chain. */
  held(coin: string): Promise<string | null>;
}

/** A followed chain, as other chains see it. */
export function asOther({ facts, held }: Pick<FollowedChain, 'facts'> & Pick<Gathering, 'held'>): OtherChain {
  return {
    name: facts.chain,
    held: async (name) => {
      const coin = facts.coins.byName(name);
      if (!coin) return null;
      const { hot, unswept, cold } = await held(coin);
      return formatDecimal(hot + unswept + cold, coin.chainDecimals);
    },
  };
}

/** Holdings of a coin on all other chains, in units of the given decimals: now, or as last recorded if a chain cannot be asked. */
export async function heldElsewhere(
  db: Kysely<Tables>,
  { chain, coin, decimals }: { readonly chain: string; readonly coin: string; readonly decimals: number },
  others: readonly OtherChain[],
): Promise<bigint> {
  const rows = await db
    .selectFrom('custody_holdings')
    .select(['chain', 'held'])
    .where('coin', '=', coin)
    .where('chain', '!=', chain)
    .execute();
  const found = new Map(rows.map((row) => [row.chain, row.held]));
  for (const other of others) {
    if (other.name === chain) continue;
    const held = await other.held(coin).catch(() => null);
    if (held !== null) found.set(other.name, held);
  }
  return [...found.values()].reduce((sum, held) => sum + unitsDown(held, decimals), 0n);
}

/** Rounds down: a coin may have more decimals on another chain, and nothing is counted that is not there. */
function unitsDown(held: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = held.split('.');
  return parseUnits(`${whole}.${fraction.slice(0, decimals)}`, decimals);
}

export interface CountedHoldings {
  /** Over all chains, as decimals by coin. */
  readonly held: Readonly<Record<string, string>>;
  /** Time of the oldest count; null if no chain is followed. */
  readonly countedAt: number | null;
}

/** Returns the holdings at the last check. Null while a chain that is read was never counted. */
export async function readHoldings(db: Kysely<Tables>): Promise<CountedHoldings | null> {
  const uncounted = await db
    .selectFrom('custody_chains')
    .select('chain')
    .where(({ and, not, exists, selectFrom }) =>
      and([
        exists(selectFrom('chain_blocks').whereRef('chain_blocks.chain', '=', 'custody_chains.chain')),
        not(exists(selectFrom('custody_holdings').whereRef('custody_holdings.chain', '=', 'custody_chains.chain'))),
      ]),
    )
    .executeTakeFirst();
  if (uncounted) return null;
  const rows = await db
    .selectFrom('custody_holdings')
    .select(({ fn }) => ['coin', sql<string>`sum(held::numeric)::text`.as('held'), fn.min('time').as('time')])
    .groupBy('coin')
    .execute();
  return {
    held: Object.fromEntries(rows.map(({ coin, held }) => [coin, held])),
    countedAt: rows.length === 0 ? null : Math.min(...rows.map(({ time }) => time)),
  };
}

/** Holdings of a coin on a chain by place, as decimals of the coin. */
export interface Reserve {
  readonly chain: FollowableChain;
  readonly hot: string;
  readonly cold: string | null;
  readonly depositAddresses: number;
  readonly time: number;
  readonly coins: {
    readonly coin: string;
    readonly hot: string;
    readonly unswept: string;
    readonly cold: string;
  }[];
}

/** Returns, for every checked chain, the hot and cold addresses and their holdings. */
export async function readReserves(db: Kysely<Tables>, directory: Directory): Promise<Reserve[]> {
  const [facts, chains, holdings] = await Promise.all([
    readChains(db, directory),
    db.selectFrom('custody_chains').select(['chain', 'cold', 'addresses']).execute(),
    db.selectFrom('custody_holdings').selectAll().orderBy('coin').execute(),
  ]);
  return facts.flatMap(({ chain, addresses }) => {
    const coins = holdings.filter((one) => one.chain === chain);
    const known = chains.find((one) => one.chain === chain);
    if (!known || coins.length === 0) return [];
    return {
      chain,
      hot: addresses.shown(addresses.addressOf(addresses.hot)),
      cold: known.cold,
      depositAddresses: known.addresses,
      time: Math.min(...coins.map(({ time }) => time)),
      coins: coins.map(({ coin, hot, unswept, cold }) => ({ coin, hot, unswept, cold })),
    };
  });
}
