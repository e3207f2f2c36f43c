import type { Database } from '../../src/database/connection.ts';
import type { LyingNode } from '../faults/lying-node.ts';

/** The networks that run here. */
export const drillChains = ['ETH', 'BSC', 'POLYGON', 'LTC', 'SOL'] as const;
export type DrillChain = (typeof drillChains)[number];

/** What a lying node claims: a transfer that its block does not have, other blocks, blocks that no one has made yet, or none where there are some. */
export const lieKinds = ['transfer', 'fork', 'future', 'missing'] as const;
export type LieKind = (typeof lieKinds)[number];

/** A node's door through which it lies. */
export interface Liar {
  begin(kind: LieKind): Promise<void>;
  /** Ends a lie; a block that was read with a false transfer keeps it. */
  end(): void;
  /** Transactions with transfers that no chain has. */
  readonly invented: ReadonlySet<string>;
}

/**
 * A local chain, and the rest of its world: its node may be killed, other nodes keep its blocks, and wallets keep their transactions. Amounts are in the chain's smallest
 * units.
 */
export interface Network {
  readonly chain: DrillChain;
  /** The node, without the doors before it. */
  readonly rpcUrl: string;
  /** What names the chain in the books, and its contracts where they differ from the listing. */
  readonly network: string;
  readonly contracts: Readonly<Record<string, string>>;
  /** What the exchange's settings say of the network beside its nodes and confirmations. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The hot wallet's address. */
  hotOf(xpub: string): string;
  /** A wallet outside the exchange. */
  outsider(index: number): string;
  fund(hot: string): Promise<void>;
  isFunded(hot: string, database: Database): Promise<boolean>;
  /** Gives a restarted node its lost blocks; if it may, mines a block of the waiting transactions. Throws while the node is down. */
  step(mayMine: boolean): Promise<{ readonly lost: number; readonly height: number }>;
  /** Pays from outside; returns the transaction's id. The payment waits until it is in a block. */
  pay(contract: string | null, to: string, amount: bigint): Promise<string>;
  /** What these addresses have together. */
  balance(contract: string | null, addresses: readonly string[]): Promise<bigint>;
  /** Fees that the exchange's payments cost. */
  fees(database: Database): Promise<bigint>;
  /** Kills the node, which comes back. */
  kill(): Promise<void>;
  /** Lets a door lie, with transfers to a customer's address. */
  liar(door: LyingNode, victim: string): Liar;
  close(): Promise<void>;
}
