import { tronAddressHex, TronPublicKeys } from '@fft/chains';
import type { AddressForm, ChainForm } from '../chain.ts';
import type { PublicSide } from '../../payments/signer-client.ts';

export const tronForm: ChainForm = {
  follows: (chain) => chain === 'TRX',
  addressesOf: tronAddresses,
  contractOf: (written) => written,
  ownDecimals: 6,
  sharesAddresses: false,
};

/** Addresses of Tron: one per key, for every coin. */
export function tronAddresses({ xpub, hot }: PublicSide): AddressForm & { readonly keys: TronPublicKeys } {
  const keys = new TronPublicKeys(xpub, hot);
  return {
    keys,
    family: 'TRX',
    hot: keys.hot,
    hots: keys.hots,
    addressOf: (key) => keys.addressOf(key),
    canonical: (address) => address,
    isOne: (address) => tronAddressHex(address) !== null,
    shown: (address) => address,
    // Wallets agree on no URI that names the coin.
    uriOf: (_coin, address) => address,
  };
}

/** Tron's own coin, which is not listed: it pays fees, and addresses receive some to be swept. */
export const trx = { coin: 'TRX', contract: null } as const;
