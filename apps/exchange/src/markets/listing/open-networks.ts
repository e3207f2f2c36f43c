import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isPaidByHand, networks, type Chain, type Network } from './networks.ts';

/**
 * Returns the networks open for withdrawals: those of the followed chains. .
 */
export async function openNetworks(db: Kysely<Tables>): Promise<readonly Network[]> {
  const followed = await db.selectFrom('custody_chains').select('chain').execute();
  if (followed.length === 0) return networks.filter(({ chain }) => isPaidByHand(chain));
  return networks.filter(({ chain }) => followed.some((row) => row.chain === chain));
}

/** Returns the network that custody follows for a chain; null if it never followed one. */
export async function followedNetwork(db: Kysely<Tables>, chain: Chain): Promise<string | null> {
  const row = await db.selectFrom('custody_chains').select('network').where('chain', '=', chain).executeTakeFirst();
  return row?.network ?? null;
}
