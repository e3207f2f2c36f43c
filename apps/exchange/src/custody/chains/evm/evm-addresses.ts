import { evmOwnDecimals, isEvmChain, lowerCaseAddress, PublicKeys } from '@fft/chains';
import { getAddress, isAddress } from 'viem';
import type { AddressForm, ChainForm } from '../chain.ts';
import type { PublicSide } from '../../payments/signer-client.ts';

export const evmForm: ChainForm = {
  follows: isEvmChain,
  addressesOf: (keys, network) => evmAddresses(keys, Number(network)),
  // A contract may be written in any case.
  contractOf: lowerCaseAddress,
  ownDecimals: evmOwnDecimals,
  sharesAddresses: true,
};

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
