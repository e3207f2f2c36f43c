import { hotKey, type PublicKeys, toChainUnits } from '@fft/chains';
import { SystemOwner } from '@fft/engine';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { EngineHost } from '../trading/engine-host.ts';
import type { ChainCoins } from './coins.ts';
import type { EvmChain } from './evm-chain.ts';

/** What the exchange has of a coin on a chain, and what came in over it and hasn't left. Units of the chain. */
export interface Solvency {
  readonly coin: string;
  /** At the hot wallet and at customers' addresses. */
  readonly held: bigint;
  /** All that came in over the chain, less all that left or is leaving: what customers and the house have of it. */
  readonly owed: bigint;
}

export interface SolvencyParts {
  readonly db: Kysely<Tables>;
  readonly chain: EvmChain;
  readonly coins: ChainCoins;
  readonly keys: PublicKeys;
  readonly host: EngineHost;
  /** Kept away from every machine, in units of the ledger, by coin: what the operators say is there. */
  readonly cold: Readonly<Record<string, number>>;
}

/** Compares, coin by coin, what is held with what is owed. A coin of which less is held than owed is short. */
export async function readSolvency({ db, chain, coins, keys, host, cold }: SolvencyParts): Promise<Solvency[]> {
  const rows = await db
    .selectFrom('chain_deposits')
    .select(['coin', sql<string>`sum(amount)::text`.as('amount')])
    .where('chain', '=', coins.chain)
    .where('swept', '=', false)
    .where('state', 'in', ['seen', 'small', 'crediting', 'credited', 'found'])
    .groupBy('coin')
    .execute();
  const leaving = await db
    .selectFrom('withdrawals')
    .select(['coin', sql<string>`sum(amount - fee)::text`.as('amount')])
    .where('chain', '=', coins.chain)
    .where('state', '=', 'sent')
    .groupBy('coin')
    .execute();
  // It may be gone from the hot wallet already, while the ledger holds it until it is deep enough.
  const sent = new Map(leaving.map(({ coin, amount }) => [coin, BigInt(amount)]));
  const unswept = new Map(rows.map(({ coin, amount }) => [coin, BigInt(amount)]));
  return Promise.all(
    coins.all.map(async ({ coin, asset, contract, ledgerDecimals, chainDecimals }) => {
      const scale = toChainUnits(1, ledgerDecimals, chainDecimals);
      const outside = host.engine.balance(SystemOwner.chain, 'coin', asset).available;
      const hot = await chain.balance(keys.addressOf(hotKey), contract);
      const held = hot + ((unswept.get(coin) ?? 0n) + BigInt(cold[coin] ?? 0)) * scale;
      return { coin, held, owed: (BigInt(-outside) - (sent.get(coin) ?? 0n)) * scale };
    }),
  );
}

/** Those of which less is held than owed. */
export function shortOf(solvency: readonly Solvency[]): Solvency[] {
  return solvency.filter(({ held, owed }) => held < owed);
}
