import { toChainUnits } from '@fft/chains';
import { SystemOwner } from '@fft/engine';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { bankRail } from '../../assets/networks.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { heldElsewhere, type OtherChain } from './holdings.ts';
import type { FollowedChain, Gathering } from '../chains/chain.ts';

/** Holdings of a coin on a chain against what customers are owed of deposits over it. In the chain's units. */
export interface Solvency {
  readonly chain: string;
  readonly coin: string;
  readonly decimals: number;
  readonly hot: bigint;
  /** At customers' addresses. */
  readonly unswept: bigint;
  readonly cold: bigint;
  /** Sum of hot wallet, customers' addresses and cold wallet. */
  readonly held: bigint;
  /** Holdings on other chains: customers may leave over another chain than they came. */
  readonly elsewhere: bigint;
  /** Deposits less withdrawals (paid or on their way) less the house's earnings, which pay the chain's fees. */
  readonly owed: bigint;
}

export interface SolvencyOptions {
  readonly db: Kysely<Tables>;
  readonly chain: Pick<FollowedChain, 'facts'> & Pick<Gathering, 'held'>;
  readonly host: EngineHost;
  /** The other chains that this process follows. */
  readonly others?: (() => readonly OtherChain[]) | undefined;
}

/** Compares holdings with liabilities, coin by coin. A coin with less held than owed is short. */
export async function readSolvency({ db, chain, host, others = () => [] }: SolvencyOptions): Promise<Solvency[]> {
  const { coins } = chain.facts;
  // The hot wallet may have paid it already, while the ledger holds it until it is deep enough.
  const sent = await readLeaving(db);
  return Promise.all(
    coins.all.map(async (coin) => {
      const scale = toChainUnits(1, coin.ledgerDecimals, coin.chainDecimals);
      const ofOwner = (owner: number): number => host.engine.balance(owner, 'coin', coin.asset).available;
      const { hot, unswept, cold } = await chain.held(coin);
      const where = { chain: coins.chain, coin: coin.coin, decimals: coin.chainDecimals, hot, unswept, cold };
      const owed = BigInt(-ofOwner(SystemOwner.chain) - ofOwner(SystemOwner.house)) - (sent.get(coin.coin) ?? 0n);
      const elsewhere = await heldElsewhere(db, where, others());
      return { ...where, held: hot + unswept + cold, elsewhere, owed: owed * scale };
    }),
  );
}

/** Coins with less held than owed. */
export function shortOf(solvency: readonly Solvency[]): Solvency[] {
  return solvency.filter(({ held, elsewhere, owed }) => held + elsewhere < owed);
}

/**
 * Amounts that were paid on a chain and are still in customers' balances, by coin, in ledger units: the ledger takes them once the
 * payment is deep enough.
 */
export async function readLeaving(db: Kysely<Tables>): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select(['coin', sql<string>`sum(amount - fee)::text`.as('amount')])
    .where('chain', '<>', bankRail)
    .where((row) =>
      row.or([row('state', '=', 'sent'), row.and([row('state', '=', 'done'), row('closed', '=', false)])]),
    )
    .groupBy('coin')
    .execute();
  return new Map(rows.map(({ coin, amount }) => [coin, BigInt(amount)]));
}
