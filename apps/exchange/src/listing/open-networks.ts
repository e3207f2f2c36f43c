import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { networks, type Network } from './networks.ts';

/**
 * How coins can leave now: over the chains that are followed. Where none ever was, over all of the listing: they are approved then, and sent by people.
 */
export async function openNetworks(db: Kysely<Tables>): Promise<readonly Network[]> {
  const followed = await db.selectFrom('custody_chains').select('chain').execute();
  if (followed.length === 0) return networks;
  return networks.filter(({ chain }) => followed.some((row) => row.chain === chain));
}
