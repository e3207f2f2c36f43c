import { tronAddressHex, TronPublicKeys } from '@fft/chains';
import type { AddressForm } from '../../address-form.ts';
import type { PublicSide } from '../../payments/signer-client.ts';

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
