import type { KeyRef } from '@fft/chains';
import type { ChainCoin } from './coins.ts';

/** Whose addresses serve a chain: those of Ethereum's kind share theirs, those of Bitcoin's family have their own. */
export type AddressFamily = 'evm' | 'BTC' | 'LTC' | 'TRX';

/** The addresses of a chain, told from an extended public key. */
export interface AddressForm {
  readonly family: AddressFamily;
  /** The hot wallet's key. */
  readonly hot: KeyRef;
  /** Those of all hot wallets that there were, the present one's too. */
  readonly hots: readonly KeyRef[];
  /** As it is kept and compared. */
  addressOf(key: KeyRef): string;
  /** Of an address that people wrote, the form that is kept. */
  canonical(address: string): string;
  /** Whether it is an address of this chain at all. */
  isOne(address: string): boolean;
  /** As people see it. */
  shown(address: string): string;
  /** What wallets read from a code: coin, chain and address. */
  uriOf(coin: ChainCoin, address: string): string;
}
