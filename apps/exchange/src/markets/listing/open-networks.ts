import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { networks, type Chain, type Network } from './networks.ts';

/**
 * Returns the networks open for withdrawals: those of the followed chains. If no chain was ever followed, all of the listing: operators then send approved withdrawals by hand.
 */
export async function openNetworks(db: Kysely<Tables>): Promise<readonly Network[]> {
  const followed = await db.selectFrom('custody_chains').select('chain').execute();
  if (followed.length === 0) return networks;
  return networks.filter(({ chain }) => followed.some((row) => row.chain === chain));
}

/** Returns the network that custody follows for a chain; null if it never followed one. */
export async function followedNetwork(db: Kysely<Tables>, chain: Chain): Promise<string | null> {
  const row = await db.selectFrom('custody_chains').select('network').where('chain', '=', chain).executeTakeFirst();
  return row?.network ?? null;
}
