import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { checkAddress } from '../../assets/addresses/check-address.ts';
import type { Chain } from '../../assets/networks.ts';
import { type KnownChain, readChain, readFamily } from '../chain-facts.ts';

/** Why an address cannot receive a withdrawal: it is invalid, money there is lost (no owner, or a token's own contract), or it is a wallet of the exchange. */
export type RecipientDoubt = 'addressInvalid' | 'addressUnusable' | 'addressOfHouse';

/**
 * Checks a recipient's address. Called when a customer saves it, when they withdraw to it, and right before the payment: wallets and contracts change, and a row in
 * the database proves nothing.
 */
export async function recipientDoubt(
  db: Kysely<Tables>,
  { chain, address }: { readonly chain: Chain; readonly address: string },
): Promise<RecipientDoubt | null> {
  const known = await readChain(db, chain);
  const check = checkAddress(chain, address, known?.network);
  if (!check.ok) return check.reason === 'invalid' ? 'addressInvalid' : 'addressUnusable';
  if (known === null) return null;
  const written = known.addresses.canonical(check.address);
  // EVM networks share their addresses: a wallet or token of one is no recipient on another.
  const chains = await readFamily(db, known.addresses.family);
  if (chains.some((one) => walletsOf(one).includes(written))) return 'addressOfHouse';
  return chains.some((one) => tokensOf(one).includes(written)) ? 'addressUnusable' : null;
}

function walletsOf({ addresses, cold }: KnownChain): string[] {
  const wallets = addresses.hots.map((key) => addresses.addressOf(key));
  return cold === null ? wallets : [...wallets, addresses.canonical(cold)];
}

function tokensOf({ addresses, contracts }: KnownChain): string[] {
  return Object.values(contracts).map((contract) => addresses.canonical(contract));
}
