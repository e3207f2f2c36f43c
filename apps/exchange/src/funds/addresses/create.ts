import type { calls } from '@fft/contract';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { TokenList } from '../../ledger/listings/token-list.ts';
import type { Handler } from '../../transport/http/route.ts';
import { checkAddress, checkMemo } from '../../assets/addresses/check-address.ts';
import { findNetwork, type Chain } from '../../assets/networks.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { PayPassword } from '../../accounts/index.ts';
import type { Addresses, SavedAddress } from './addresses.ts';

type AddressDoubt = 'addressInvalid' | 'addressUnusable' | 'addressOfHouse';

export interface CreateAddressOptions {
  readonly addresses: Addresses;
  readonly payPassword: Pick<PayPassword, 'verify'>;
  readonly tokens: TokenList;
  /** Returns the network that custody follows for a chain. */
  readonly networkOf: (chain: Chain) => Promise<string | null>;
  /** Time before a new address can be used, so that the owner of a taken-over account has time to notice. */
  readonly waitMs: number;
  readonly now: () => number;
  /** The reason why an address cannot receive withdrawals; null if there is none. */
  readonly recipientDoubt: (place: { readonly chain: Chain; readonly address: string }) => Promise<AddressDoubt | null>;
  /** Called with every saved address. */
  readonly onSaved: (customer: number, address: SavedAddress) => Promise<void>;
}

/** Saves an address. Refuses a bad one before the transaction password costs an attempt. */
export function createAddress({
  addresses,
  payPassword,
  tokens,
  networkOf,
  recipientDoubt,
  waitMs,
  now,
  onSaved,
}: CreateAddressOptions): Handler<typeof calls.addresses.create> {
  return async ({ coin, chain, name, address, memo = '', payPassword: digits }, context) => {
    const { customer } = context;
    const network = findNetwork(tokens, coin, chain);
    if (network === null) throw refuse('unknownChain');
    const saved = {
      coin,
      chain,
      name,
      address: canonicalAddress(network.chain, address, await networkOf(network.chain)),
      memo: checkedMemo(network.chain, memo),
      usableFrom: now() + waitMs,
      time: now(),
    };
    const doubt = await recipientDoubt({ chain: network.chain, address: saved.address });
    if (doubt !== null) throw notUsable(doubt);
    await payPassword.verify(customer.id, digits, sessionOrigin(context));
    const id = await addresses.add({ customer: customer.id, ...saved });
    if (id === null) throw refuse('addressSaved', { data: { field: 'address' } });
    if (id === 'tooMany') throw refuse('tooManyAddresses');
    await onSaved(customer.id, { id, ...saved });
    return addresses.wire({ id, ...saved });
  };
}

/** @throws Refusal `addressInvalid` */
function canonicalAddress(chain: Chain, text: string, followed: string | null): string {
  const check = checkAddress(chain, text, followed);
  if (check.ok) return check.address;
  throw notUsable(check.reason === 'invalid' ? 'addressInvalid' : 'addressUnusable');
}

function notUsable(key: AddressDoubt): Refusal {
  return refuse(key, { data: { field: 'address' } });
}

/** @throws Refusal `addressInvalid` */
function checkedMemo(chain: Chain, memo: string): string {
  if (memo === '') return memo;
  const check = checkMemo(chain, memo);
  if (check === 'ok') return memo;
  const key = check === 'notUsed' ? 'memoNotUsed' : 'memoInvalid';
  throw refuse(key, { data: { field: 'memo' } });
}
