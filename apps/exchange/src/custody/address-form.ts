import type { KeyRef, UtxoChainName } from '@fft/chains';
import type { ChainCoin } from './coins.ts';

/** Families of addresses: all EVM chains share one, each Bitcoin-like chain has its own. */
export type AddressFamily = 'evm' | UtxoChainName | 'TRX' | 'SOL';

/** A chain's addresses, derived from an extended public key. */
export interface AddressForm {
  readonly family: AddressFamily;
  /** The key of the hot wallet. */
  readonly hot: KeyRef;
  /** The keys of all hot wallets ever used, including the present one. */
  readonly hots: readonly KeyRef[];
  /** The address in the form that is stored and compared. */
  addressOf(key: KeyRef): string;
  /** Converts an address that a person wrote into the stored form. */
  canonical(address: string): string;
  /** True if the text is an address of this chain. */
  isOne(address: string): boolean;
  /** The address in the form that people see. */
  shown(address: string): string;
  /** The URI that wallets read from a QR code: coin, chain and address. */
  uriOf(coin: ChainCoin, address: string): string;
}
