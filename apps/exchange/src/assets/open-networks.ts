import type { AnyHandle } from '../database/rooms.ts';
import { own } from './room.ts';
import type { TokenList } from '../ledger/listings/token-list.ts';
import { allNetworks, isOn, isPaidByHand, secondsUntilFinal, type Chain, type Network } from './networks.ts';

/** A network that withdrawals can take. */
export interface OpenNetwork extends Network {
  /** Typical seconds until a payment is final; absent where operators send it. */
  readonly arrivesWithinSeconds?: number;
}

/**
 * Returns the networks open for withdrawals: those of the followed chains. Where none is followed, operators send by hand.
 */
export async function openNetworks(handle: AnyHandle, tokens: TokenList): Promise<readonly OpenNetwork[]> {
  const db = own(handle);
  const networks = allNetworks(tokens);
  const followed = await db.selectFrom('custody_chains').selectAll().execute();
  if (followed.length === 0) return networks.filter((network) => !network.isByOperators && isPaidByHand(network));
  return networks.flatMap((network) => {
    const depth = followed.find((row) => row.chain === network.chain);
    return depth && isOn(network, depth)
      ? [{ ...network, arrivesWithinSeconds: secondsUntilFinal(tokens, { ...depth, chain: network.chain }) }]
      : [];
  });
}

/** Returns the network that custody follows for a chain; null if it never followed one. */
export async function followedNetwork(handle: AnyHandle, chain: Chain): Promise<string | null> {
  const db = own(handle);
  const row = await db.selectFrom('custody_chains').select('network').where('chain', '=', chain).executeTakeFirst();
  return row?.network ?? null;
}
