import { PublicKeys, lowerCaseAddress } from '@fft/chains';
import { getAddress, isAddress } from 'viem';
import type { AddressForm } from '../../address-form.ts';
import type { PublicSide } from '../../payments/signer-client.ts';

/** Addresses of an EVM chain: one per key, for every coin. */
export function evmAddresses({ xpub, hot }: PublicSide, chainId: number): AddressForm & { readonly keys: PublicKeys } {
  const keys = new PublicKeys(xpub, hot);
  return {
    keys,
    family: 'evm',
    hot: keys.hot,
    hots: keys.hots,
    addressOf: (key) => lowerCaseAddress(keys.addressOf(key)),
    canonical: lowerCaseAddress,
    isOne: (address) => isAddress(address),
    shown: (address) => getAddress(address),
    // The URI of ERC-681.
    uriOf: ({ contract }, address) =>
      contract === null
        ? `ethereum:${getAddress(address)}@${chainId}`
        : `ethereum:${getAddress(contract)}@${chainId}/transfer?address=${getAddress(address)}`,
  };
}
