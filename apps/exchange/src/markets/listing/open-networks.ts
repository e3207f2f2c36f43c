import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { networks, type Chain, type Network } from './networks.ts';

/**
 * How coins can leave now: over the chains that are followed. Where none ever was, over all of the listing: they are approved then, and sent by people.
 */
export async function openNetworks(db: Kysely<Tables>): Promise<readonly Network[]> {
  const followed = await db.selectFrom('custody_chains').select('chain').execute();
  if (followed.length === 0) return networks;
  return networks.filter(({ chain }) => followed.some((row) => row.chain === chain));
}

/** Which one of the chains of its name is followed; null where none ever was. */
export async function followedNetwork(db: Kysely<Tables>, chain: Chain): Promise<string | null> {
  const row = await db.selectFrom('custody_chains').select('network').where('chain', '=', chain).executeTakeFirst();
  return row?.network ?? null;
}
