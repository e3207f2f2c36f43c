/** The published total of one asset on one day: digits of smallest units, and the root's hash. */
export interface PublishedTotal {
  asset: string;
  total: string;
  hash: string;
}

/** The signature of a key that holds reserves, over the day and all its totals. */
export interface ReserveSignature {
  chain: string;
  address: string;
  /** In the form of the chain's wallets. */
  signature: string;
}

/** The daily publication at one position of the journal. Anyone can keep a copy; customers compare their proofs with it. */
export interface Publication {
  /** `2026-11-20`, UTC. */
  day: string;
  /** The journal sequence of the balances. */
  sequence: string;
  totals: PublishedTotal[];
  /** Missing in older publications. */
  signatures?: ReserveSignature[];
}

/** A customer's proof for their own leaf. */
export interface Proof {
  day: string;
  asset: string;
  customer: string;
  nonce: string;
  /** Digits of the asset's smallest units. */
  amount: string;
  /** From the leaf upwards: each sibling node and its side. */
  path: { side: 'left' | 'right'; hash: string; sum: string }[];
}
