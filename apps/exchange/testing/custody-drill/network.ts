/** The rest of a chain whose only node here may be killed: other nodes keep its blocks, and wallets keep their transactions. */
export interface Network {
  /** Gives a restarted node its lost blocks and the waiting transactions, and mines a block. Throws while the node is down. */
  step(): Promise<{ readonly lost: number; readonly height: number }>;
  /** Pays from outside, in the chain's smallest units; returns the transaction's id. The payment waits until it is in a block. */
  pay(contract: string | null, to: string, amount: bigint): Promise<string>;
}
