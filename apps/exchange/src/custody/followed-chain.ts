import type { ChainFacts } from './chain-facts.ts';
import type { ChainCoin } from './coins.ts';
import type { Witness } from './witness.ts';
import type { ChainReader } from './chain-reader.ts';
import type { Payer } from './payer.ts';

/** What the exchange has of a coin on a chain. Smallest units. */
export interface Held {
  /** What payments are made from. */
  readonly hot: bigint;
  /** At customers' addresses, and not to be paid with yet. */
  readonly unswept: bigint;
  /** At the cold wallet's address. */
  readonly cold: bigint;
}

/** A chain that is followed: all that custody asks of it. What its family is like stands behind it. */
export interface FollowedChain {
  readonly facts: ChainFacts;
  readonly reader: ChainReader;
  readonly payer: Payer;
  /** What a second node says. */
  readonly witness: Witness;
  /** Where the signer was away when the chain was opened: looks whether it has the keys that the books have. @throws KeysChanged */
  confirmKeys(): Promise<void>;
  /** Brings what came in to where it is paid from, at this height; done again, it does nothing. */
  gather(height: number): Promise<void>;
  held(coin: ChainCoin): Promise<Held>;
  /** Coins of which less is hot than operators want. */
  low(): Promise<string[]>;
  /** The address of the hot wallet. */
  readonly hot: string;
  /** Past this long without a new block the chain stands still, as far as anybody here can see. */
  readonly stalledMs: number;
}
