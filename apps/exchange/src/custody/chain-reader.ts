import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Where a block stands. */
export interface Place {
  readonly height: number;
  readonly hash: string;
}

export interface ChainBlock extends Place {
  readonly parent: string;
  /** What is in it; read when it is asked for. */
  read(): Promise<BlockContent>;
}

/** Money that came to an address with a block. */
export interface Arrival {
  readonly txid: string;
  /** Within the transaction; never changes when blocks do. */
  readonly position: number;
  /** As deposit addresses are kept. */
  readonly to: string;
  /** The token's contract; null for the chain's own coin. */
  readonly token: string | null;
  /** The chain's smallest units. */
  readonly amount: bigint;
}

export interface BlockContent {
  /** Without what the exchange itself sent. */
  readonly arrivals: readonly Arrival[];
  /** Writes down what else its family has to know of the block, in the transaction that notes the block. */
  keep(transaction: Transaction<Tables>): Promise<void>;
}

/** What is read of a chain, whatever its family. Every method throws where the node can't be reached. */
export interface ChainReader {
  head(): Promise<Place>;
  /** Null where the chain isn't that long. */
  hashAt(height: number): Promise<string | null>;
  block(height: number): Promise<ChainBlock | null>;
  /** Forgets what was kept of blocks above a height, which the chain doesn't have any more. */
  forget(transaction: Transaction<Tables>, height: number): Promise<void>;
}
