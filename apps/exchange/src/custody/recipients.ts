import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { checkAddress } from '../markets/listing/addresses/check-address.ts';
import type { Chain } from '../markets/listing/networks.ts';
import { readChain } from './chain-facts.ts';

/** Why nothing can be withdrawn to an address: it is none, money there is lost (nobody's, or a token's own contract), or it is a wallet of the exchange. */
export type RecipientDoubt = 'addressInvalid' | 'addressUnusable' | 'addressOfHouse';

/**
 * Looks at an address that money is to go to over a chain. The exchange asks when a customer saves it, when they withdraw to it, and right before it pays: wallets and
 * contracts change, and a row in the database proves nothing.
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
