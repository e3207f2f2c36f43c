import { isUtxoChain, scriptOfAddress, type UtxoNetwork, utxoNetworks, UtxoPublicKeys } from '@fft/chains';
import type { AddressForm, ChainForm } from '../chain.ts';
import type { PublicSide } from '../../payments/signer-client.ts';

const schemes = { BTC: 'bitcoin', LTC: 'litecoin', DOGE: 'dogecoin' } as const;

export const utxoForm: ChainForm = {
  follows: isUtxoChain,
  addressesOf: (keys, network) => utxoAddresses(keys, networkOf(network)),
  contractOf: (written) => written,
  ownDecimals: 8,
  sharesAddresses: false,
};

/** @throws if no network has this name */
function networkOf(name: string): UtxoNetwork {
  const found = Object.entries(utxoNetworks).find(([known]) => known === name);
  if (!found) throw new Error(`unknown network ${name}`);
  return found[1];
}

/** Addresses of a UTXO chain. */
export function utxoAddresses(
  { xpub, hot }: PublicSide,
  network: UtxoNetwork,
): AddressForm & { readonly keys: UtxoPublicKeys } {
  const keys = new UtxoPublicKeys(xpub, network, hot);
  const isSegwit = (address: string): boolean =>
    network.form === 'segwit' && address.toLowerCase().startsWith(`${network.bech32}1`);
  return {
    keys,
    family: network.chain,
    hot: keys.hot,
    hots: keys.hots,
    addressOf: (key) => keys.addressOf(key),
    // SegWit addresses may be in capitals; in other addresses, case matters.
    canonical: (address) => (isSegwit(address) ? address.toLowerCase() : address),
    isOne: (address) => scriptOfAddress(address, network) !== null,
    shown: (address) => address,
    uriOf: (_coin, address) => `${schemes[network.chain]}:${address}`,
  };
}
