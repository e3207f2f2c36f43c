import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';

/** Position of a block. */
export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

export interface ChainBlock extends BlockRef {
  readonly parent: string;
  /** Reads the block's content on demand. */
  read(): Promise<BlockContent>;
}

/** Money that a block brought to an address. */
export interface Arrival {
  readonly txid: string;
  /** Position within the transaction; it stays the same when the block changes. */
  readonly position: number;
  /** In the stored form of deposit addresses. */
  readonly to: string;
  /** The token's contract; null for the chain's own coin. */
  readonly token: string | null;
  /** In the chain's smallest units. */
  readonly amount: bigint;
}

export interface BlockContent {
  /** Excludes what the exchange itself sent. */
  readonly arrivals: readonly Arrival[];
  /** Records what else the chain's family needs of the block, in the transaction that records the block. */
  keep(transaction: Transaction<Tables>): Promise<void>;
}

/** What a block may have brought: everything that counts, and perhaps what a whole reading of the block would leave out. */
export interface ScannedBlock extends BlockRef {
  readonly arrivals: readonly Omit<Arrival, 'position'>[];
}

/** Looks for arrivals in blocks; null if the node has another block among them. */
export type ScanBlocks = (blocks: readonly BlockRef[]) => Promise<readonly ScannedBlock[] | null>;

/** A transaction that an operator names, read as its block is. */
export interface NamedTransaction extends BlockRef {
  /** False if it failed: then it brought nothing. */
  readonly isGood: boolean;
  /** As the block's reader counts them. */
  readonly arrivals: readonly Arrival[];
  /** What isn't counted: what contracts report that are no coin here, and what the exchange itself sent. */
  readonly ignored: readonly (Arrival & { readonly isOwn: boolean })[];
}

/** Null if no block has the transaction. */
export type FindTransaction = (txid: string) => Promise<NamedTransaction | null>;

/** Reads a chain of any family. Every method throws if the node cannot be reached. */
export interface ChainReader {
  head(): Promise<BlockRef>;
  /** Null if the chain is shorter. */
  hashAt(height: number): Promise<string | null>;
  block(height: number): Promise<ChainBlock | null>;
  /** Forgets records of blocks above a height, which the chain no longer has. */
  forget(transaction: Transaction<Tables>, height: number): Promise<void>;
}

/** Scans blocks by reading each of them whole. */
export function scanWhole(reader: Pick<ChainReader, 'block'>): ScanBlocks {
  return async (blocks) => {
    const read = await Promise.all(
      blocks.map(async ({ height, hash }) => {
        const block = await reader.block(height);
        return block?.hash === hash ? { height, hash, arrivals: (await block.read()).arrivals } : null;
      }),
    );
    return read.every((block) => block !== null) ? read : null;
  };
}
