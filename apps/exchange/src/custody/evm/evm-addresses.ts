import { PublicKeys, small } from '@fft/chains';
import { getAddress, isAddress } from 'viem';
import type { AddressForm } from '../address-form.ts';

/** Addresses of a chain of Ethereum's kind: one for each key, whatever the coin. */
export function evmAddresses(xpub: string, chainId: number): AddressForm & { readonly keys: PublicKeys } {
  const keys = new PublicKeys(xpub);
  return {
    keys,
    family: 'evm',
    addressOf: (key) => small(keys.addressOf(key)),
    canonical: small,
    isOne: (address) => isAddress(address),
    shown: (address) => getAddress(address),
    // As ERC-681 has it.
    uriOf: ({ contract }, address) =>
      contract === null
        ? `ethereum:${getAddress(address)}@${chainId}`
        : `ethereum:${getAddress(contract)}@${chainId}/transfer?address=${getAddress(address)}`,
  };
}
