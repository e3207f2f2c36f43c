import type { ChainFacts } from './chain-facts.ts';
import type { ChainCoin } from './coins.ts';
import type { Witness } from './nodes/witness.ts';
import type { ChainReader, FindTransaction } from './nodes/chain-reader.ts';
import type { Payer } from './payments/payer.ts';

/** The exchange's holdings of a coin on a chain, in smallest units. */
export interface Holdings {
  /** Available for payments. */
  readonly hot: bigint;
  /** At customers' addresses, not available yet. */
  readonly unswept: bigint;
  /** At the cold wallet's address. */
  readonly cold: bigint;
}

/** A followed chain, as custody uses it. It hides the chain's family. */
export interface FollowedChain {
  readonly facts: ChainFacts;
  readonly reader: ChainReader;
  readonly payer: Payer;
  /** Asks the second node. */
  readonly witness: Witness;
  /** Reads a transaction that an operator names; only where one address is a customer's on several networks. */
  readonly findTransaction?: FindTransaction;
  /** If the signer was away when the chain was opened: checks that its keys match the books. @throws KeysChanged */
  confirmKeys(): Promise<void>;
  /** Begins a round of work: chooses the nodes that are asked in it. */
  begin(): Promise<void>;
  /** The height that confirmations count from, when the newest block has this one: lower where blocks are final by more than their depth. */
  countedHeight(tip: number): Promise<number>;
  /** Compares what payments would spend with the second node; only where coins are chosen for a payment. */
  agree?(height: number): Promise<void>;
  /** Gathers arrivals to where payments come from, at this height; running it again changes nothing. */
  gather(height: number): Promise<void>;
  held(coin: ChainCoin): Promise<Holdings>;
  /** Coins of which the hot wallet holds less than its minimum. */
  low(): Promise<string[]>;
  /** Address of the hot wallet. */
  readonly hot: string;
  /** Without a new block for this long, the chain counts as stalled. */
  readonly stalledMs: number;
}
