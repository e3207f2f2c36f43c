import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { checkAddress } from '../markets/listing/addresses/check-address.ts';
import type { Chain } from '../markets/listing/networks.ts';
import { readChain } from './chain-facts.ts';

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
  const { addresses, contracts, cold } = known;
  const written = addresses.canonical(check.address);
  const wallets = addresses.hots.map((key) => addresses.addressOf(key));
  if (cold !== null) wallets.push(addresses.canonical(cold));
  if (wallets.includes(written)) return 'addressOfHouse';
  const tokens = Object.values(contracts).map((contract) => addresses.canonical(contract));
  return tokens.includes(written) ? 'addressUnusable' : null;
}
