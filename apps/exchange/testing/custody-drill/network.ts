/** What the rest of the world knows of a chain whose only node here may be killed: other nodes have its blocks, and wallets what they sent. */
export interface Network {
  /** Gives a node that was killed back what it lost, gives it what waits, and makes a block. Throws where the node isn't there. */
  step(): Promise<{ readonly lost: number; readonly height: number }>;
  /** Somebody pays, in the chain's smallest units; answers the transaction's name. It waits until it is in a block. */
  pay(contract: string | null, to: string, amount: bigint): Promise<string>;
}
