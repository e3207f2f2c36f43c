import { PublicKeys, small } from '@fft/chains';
import type { Kysely } from 'kysely';
import { getAddress, type Address } from 'viem';
import type { Tables } from '../database/tables.ts';
import type { Directory } from '../listing/directory.ts';
import { ChainCoins } from './coins.ts';

/** What those who serve customers have to know of a chain. Whoever follows it has written it down. */
export interface ChainFacts {
  readonly keys: PublicKeys;
  readonly chainId: number;
  readonly confirmations: number;
  readonly coins: ChainCoins;
}

export interface Announced {
  readonly xpub: string;
  readonly chainId: number;
  readonly confirmations: number;
  /** Tokens' contracts by coin, where they aren't those of the listing. */
  readonly contracts: Readonly<Record<string, string>>;
}

const chain = 'ETH';

/**
 * Writes down what is known of the chain.
 * @throws where the keys or the chain are others than before: customers' addresses would lead nowhere
 */
export async function announceChain(
  db: Kysely<Tables>,
  directory: Directory,
  announced: Announced,
): Promise<ChainFacts> {
  const { xpub, chainId, confirmations } = announced;
  const contracts = JSON.stringify(announced.contracts);
  const kept = await db
    .insertInto('custody_chains')
    .values({ chain, xpub, chain_id: chainId, confirmations, contracts })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ confirmations, contracts }))
    .returning(['xpub', 'chain_id'])
    .executeTakeFirstOrThrow();
  if (kept.xpub !== xpub) throw new Error('the signer has other keys than the addresses of customers come from');
  if (kept.chain_id !== chainId)
    throw new Error(`the node follows chain ${chainId}, and the books chain ${kept.chain_id}`);
  return factsOf(directory, announced);
}

/** Null before anybody followed the chain. */
export async function readChain(db: Kysely<Tables>, directory: Directory): Promise<ChainFacts | null> {
  const row = await db.selectFrom('custody_chains').selectAll().where('chain', '=', chain).executeTakeFirst();
  return row ? factsOf(directory, { ...row, chainId: row.chain_id }) : null;
}

/** A customer's address, as it is written; noted, so that the watcher knows whose it is. */
export async function depositAddressOf(
  db: Kysely<Tables>,
  { keys }: Pick<ChainFacts, 'keys'>,
  customer: number,
): Promise<Address> {
  const address = keys.addressOf({ branch: 0, index: customer });
  await db
    .insertInto('deposit_addresses')
    .values({ address: small(address), family: 'evm', customer })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return getAddress(address);
}

function factsOf(directory: Directory, { xpub, chainId, confirmations, contracts }: Announced): ChainFacts {
  return { keys: new PublicKeys(xpub), chainId, confirmations, coins: new ChainCoins(chain, directory, contracts) };
}
