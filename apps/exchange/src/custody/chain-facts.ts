import { type UtxoNetworkName, utxoNetworks } from '@fft/chains';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { Chain } from '../markets/listing/networks.ts';
import type { AddressForm } from './address-form.ts';
import { ChainCoins } from './coins.ts';
import { evmAddresses } from './evm/evm-addresses.ts';
import type { PublicSide } from './signer-client.ts';
import { tronAddresses } from './tron/tron-addresses.ts';
import { utxoAddresses } from './utxo/utxo-addresses.ts';

/** The chains that can be followed. */
export type FollowableChain = Extract<Chain, 'ETH' | 'BTC' | 'LTC' | 'TRX'>;

/** What those who serve customers have to know of a chain. Whoever follows it has written it down. */
export interface ChainFacts {
  readonly chain: FollowableChain;
  readonly confirmations: number;
  readonly coins: ChainCoins;
  readonly addresses: AddressForm;
}

/** What a chain is called, where its tokens and wallets are. */
export interface KnownChain extends Pick<ChainFacts, 'addresses'> {
  readonly network: string;
  readonly contracts: Readonly<Record<string, string>>;
  readonly cold: string | null;
}

export interface Announced {
  readonly chain: FollowableChain;
  readonly xpub: string;
  /** Public keys of the hot wallets, the oldest first. */
  readonly hot: readonly string[];
  /** Which one of the chains of its name: the number that an EVM chain has, a name of {@link utxoNetworks}, or the hash of Tron's first block. */
  readonly network: string;
  readonly confirmations: number;
  /** Tokens' contracts by coin, where they aren't those of the listing. */
  readonly contracts: Readonly<Record<string, string>>;
  /** The cold wallet's address, where there is one. */
  readonly cold?: string | null;
}

/**
 * Writes down what is known of a chain.
 * @throws where the keys or the chain are others than before: customers' addresses would lead nowhere
 */
export async function announceChain(
  db: Kysely<Tables>,
  directory: Directory,
  announced: Announced,
): Promise<ChainFacts> {
  const { chain, xpub, network, confirmations, cold = null } = announced;
  const [contracts, hot] = [announced.contracts, announced.hot].map((value) => JSON.stringify(value)) as [
    string,
    string,
  ];
  await checkHotWallets(db, announced);
  const kept = await db
    .insertInto('custody_chains')
    .values({ chain, xpub, network, confirmations, contracts, hot, cold })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ confirmations, contracts, hot, cold }))
    .returning(['xpub', 'network'])
    .executeTakeFirstOrThrow();
  if (kept.xpub !== xpub) throw new Error('the signer has other keys than the addresses of customers come from');
  if (kept.network !== network)
    throw new Error(`the node of ${chain} follows ${network}, and the books ${kept.network}`);
  return factsOf(directory, announced);
}

/** Money may be at every hot wallet that there ever was. */
async function checkHotWallets(db: Kysely<Tables>, { chain, hot }: Announced): Promise<void> {
  const row = await db.selectFrom('custody_chains').select('hot').where('chain', '=', chain).executeTakeFirst();
  if (!(row?.hot ?? []).every((key, index) => hot[index] === key))
    throw new Error(`the signer doesn't know all hot wallets that ${chain} has had: its list only grows`);
}

/** Of every chain that was ever followed, in the order of their names. */
export async function readChains(db: Kysely<Tables>, directory: Directory): Promise<ChainFacts[]> {
  const rows = await db.selectFrom('custody_chains').selectAll().orderBy('chain').execute();
  return rows.map((row) => factsOf(directory, announcedBy(row)));
}

/** A customer's address, as it is written; noted, so that the watcher knows whose it is. */
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

/** Whose address it is; null where it is nobody's here. The address has to come from the customer's key: a row alone proves nothing. */
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

/** Whether an address comes from a customer's key. */
export function isOfCustomer(addresses: AddressForm, customer: number, address: string): boolean {
  return addresses.addressOf({ branch: 0, index: customer }) === addresses.canonical(address);
}

/** What the books know of one chain; null where it was never followed. */
export async function readChain(db: Kysely<Tables>, chain: Chain): Promise<KnownChain | null> {
  const row = await db.selectFrom('custody_chains').selectAll().where('chain', '=', chain).executeTakeFirst();
  if (!row) return null;
  const announced = announcedBy(row);
  const { network, contracts, cold } = row;
  return { network, contracts, cold, addresses: addressesOf(announced.chain, network, announced) };
}

function announcedBy(row: Selectable<Tables['custody_chains']>): Announced {
  const { chain } = row;
  if (chain !== 'ETH' && chain !== 'BTC' && chain !== 'LTC' && chain !== 'TRX')
    throw new Error(`nobody can follow ${chain}`);
  return { ...row, chain };
}

function factsOf(directory: Directory, { chain, network, confirmations, contracts, ...keys }: Announced): ChainFacts {
  const addresses = addressesOf(chain, network, keys);
  return { chain, confirmations, addresses, coins: new ChainCoins(chain, directory, contracts) };
}

function addressesOf(chain: FollowableChain, network: string, keys: PublicSide): AddressForm {
  if (chain === 'ETH') return evmAddresses(keys, Number(network));
  return chain === 'TRX' ? tronAddresses(keys) : utxoAddresses(keys, utxoNetworkOf(network));
}

/** @throws where there is none of this name */
function utxoNetworkOf(name: string): (typeof utxoNetworks)[UtxoNetworkName] {
  const found = Object.entries(utxoNetworks).find(([known]) => known === name);
  if (!found) throw new Error(`no network is called ${name}`);
  return found[1];
}
