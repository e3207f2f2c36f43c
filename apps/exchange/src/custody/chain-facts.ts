import type { Finality } from '@fft/chains';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from './room.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { Chain } from '../assets/networks.ts';
import { formOf, isFollowable } from './chains/chain-forms.ts';
import type { AddressForm, BlockRef, ChainFacts, FollowableChain } from './chains/chain.ts';
import type { AddressFamily } from './tables.ts';
import { ChainCoins } from './coins.ts';

/** A chain's network, its tokens' contracts and its wallets. */
export interface KnownChain extends Pick<ChainFacts, 'addresses'> {
  readonly network: string;
  readonly contracts: Readonly<Record<string, string>>;
  readonly cold: string | null;
}

export interface ChainToRecord {
  readonly chain: FollowableChain;
  readonly xpub: string;
  /** Public keys of the hot wallets, oldest first. */
  readonly hot: readonly string[];
  /** The network of that name: the EVM chain id, the name of a UTXO network, or the hash of Solana's first block. */
  readonly network: string;
  readonly confirmations: number;
  /** By depth alone by default. */
  readonly finality?: Finality;
  /** Token contracts by coin, where they differ from the listing. */
  readonly contracts: Readonly<Record<string, string>>;
  /** Address of the cold wallet, if there is one. */
  readonly cold?: string | null;
}

/**
 * Records the facts of a chain, which is how its addresses become known, and with them the block from which on it is read: a deposit to an address comes later.
 * @param head the chain's last block
 * @throws if the keys or the network differ from the recorded ones: customers' addresses would lead nowhere
 */
export async function recordChainFacts(
  db: Kysely<Tables>,
  directory: Directory,
  announced: ChainToRecord,
  head: () => Promise<BlockRef>,
): Promise<ChainFacts> {
  const { chain, xpub, network, confirmations, finality = 'depth', cold = null } = announced;
  const [contracts, hot] = [announced.contracts, announced.hot].map((value) => JSON.stringify(value)) as [
    string,
    string,
  ];
  await checkHotWallets(db, announced);
  await checkOtherNames(db, announced);
  const begin = (await isRead(db, chain)) ? null : await head();
  const kept = await db.transaction().execute(async (transaction) => {
    if (begin !== null) {
      const { height, hash } = begin;
      await transaction.insertInto('chain_blocks').values({ chain, height, hash }).execute();
    }
    return transaction
      .insertInto('custody_chains')
      .values({ chain, xpub, network, confirmations, finality, contracts, hot, cold })
      .onConflict((conflict) => conflict.column('chain').doUpdateSet({ confirmations, finality, contracts, hot, cold }))
      .returning(['xpub', 'network'])
      .executeTakeFirstOrThrow();
  });
  if (kept.xpub !== xpub) throw new Error('the signer has other keys than those that customers’ addresses come from');
  if (kept.network !== network)
    throw new Error(`the node of ${chain} follows ${network}, but the books have ${kept.network}`);
  return factsOf(directory, announced);
}

/** True if reading of the chain's blocks has begun. */
async function isRead(db: Kysely<Tables>, chain: Chain): Promise<boolean> {
  const row = await db.selectFrom('chain_blocks').select('height').where('chain', '=', chain).executeTakeFirst();
  return row !== undefined;
}

/** Money may sit at any hot wallet ever used, so none may disappear. */
async function checkHotWallets(db: Kysely<Tables>, { chain, hot }: ChainToRecord): Promise<void> {
  const row = await db.selectFrom('custody_chains').select('hot').where('chain', '=', chain).executeTakeFirst();
  if (!(row?.hot ?? []).every((key, index) => hot[index] === key))
    throw new Error(`the signer doesn't know all hot wallets that ${chain} has had: its list only grows`);
}

/** A chain under two names would be credited twice. The database refuses it as well. */
async function checkOtherNames(db: Kysely<Tables>, { chain, network }: ChainToRecord): Promise<void> {
  const other = await db
    .selectFrom('custody_chains')
    .select('chain')
    .where('network', '=', network)
    .where('chain', '!=', chain)
    .executeTakeFirst();
  if (other) throw new Error(`the node of ${chain} follows ${network}, which the books have as ${other.chain}`);
}

/** Returns the facts of every chain ever followed, sorted by name. */
export async function readChains(db: Kysely<Tables>, directory: Directory): Promise<ChainFacts[]> {
  const rows = await db.selectFrom('custody_chains').selectAll().orderBy('chain').execute();
  return rows.map((row) => factsOf(directory, announcedBy(row)));
}

/** Returns a customer's address in the form people see, and records it so that the watcher knows its owner. */
export async function depositAddressOf(
  db: Kysely<Tables>,
  { addresses }: Pick<ChainFacts, 'addresses'>,
  customer: number,
): Promise<string> {
  const address = addresses.addressOf({ branch: 0, index: customer });
  await db
    .insertInto('deposit_addresses')
    .values({ address, family: addresses.family, customer })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return addresses.shown(address);
}

/** Returns the customer who owns an address, or null. The address must derive from the customer's key: a row alone proves nothing. */
export async function ownerOf(
  db: Kysely<Tables>,
  { addresses }: Pick<ChainFacts, 'addresses'>,
  address: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('deposit_addresses')
    .select('customer')
    .where('family', '=', addresses.family)
    .where('address', '=', addresses.canonical(address))
    .executeTakeFirst();
  return row && isOfCustomer(addresses, row.customer, address) ? row.customer : null;
}

/** True if an address derives from the customer's key. */
export function isOfCustomer(addresses: AddressForm, customer: number, address: string): boolean {
  return addresses.addressOf({ branch: 0, index: customer }) === addresses.canonical(address);
}

/** Returns the recorded facts of one chain; null if it was never followed. */
export async function readChain(db: Kysely<Tables>, chain: Chain): Promise<KnownChain | null> {
  const row = await db.selectFrom('custody_chains').selectAll().where('chain', '=', chain).executeTakeFirst();
  return row ? knownOf(row) : null;
}

/** Returns the recorded facts of all chains whose addresses have this form. */
export async function readFamily(db: Kysely<Tables>, family: AddressFamily): Promise<KnownChain[]> {
  const rows = await db.selectFrom('custody_chains').selectAll().execute();
  return rows.map(knownOf).filter(({ addresses }) => addresses.family === family);
}

function knownOf(row: Selectable<Tables['custody_chains']>): KnownChain {
  const announced = announcedBy(row);
  const { network, contracts, cold } = row;
  return { network, contracts, cold, addresses: formOf(announced.chain).addressesOf(announced, network) };
}

function announcedBy(row: Selectable<Tables['custody_chains']>): ChainToRecord {
  const { chain } = row;
  if (!isFollowable(chain)) throw new Error(`${chain} cannot be followed`);
  return { ...row, chain };
}

function factsOf(
  directory: Directory,
  { chain, network, confirmations, finality = 'depth', contracts, ...keys }: ChainToRecord,
): ChainFacts {
  const { addressesOf, contractOf } = formOf(chain);
  return {
    chain,
    network,
    confirmations,
    finality,
    addresses: addressesOf(keys, network),
    coins: new ChainCoins(chain, directory, { network, contracts, contractOf }),
  };
}
