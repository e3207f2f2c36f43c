import { isSolanaWallet, SolanaPublicKeys } from '@fft/chains';
import type { AddressForm, ChainForm } from '../chain.ts';
import type { PublicSide } from '../../payments/signer-client.ts';

export const solanaForm: ChainForm = {
  follows: (chain) => chain === 'SOL',
  addressesOf: solanaAddresses,
  contractOf: (written) => written,
  ownDecimals: 9,
  sharesAddresses: false,
};

/** Addresses of Solana: a wallet per key, for every coin. Tokens arrive in the account that senders derive from the wallet. */
export function solanaAddresses({ xpub, hot }: PublicSide): AddressForm & { readonly keys: SolanaPublicKeys } {
  const keys = new SolanaPublicKeys(xpub, hot);
  return {
    keys,
    family: 'SOL',
    hot: keys.hot,
    hots: keys.hots,
    addressOf: (key) => keys.addressOf(key),
    canonical: (address) => address,
    isOne: isSolanaWallet,
    shown: (address) => address,
    // Solana Pay.
    uriOf: ({ contract }, address) =>
      contract === null ? `solana:${address}` : `solana:${address}?spl-token=${contract}`,
  };
}
