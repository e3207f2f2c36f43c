/** The total that an exchange publishes for one asset on one day: digits of smallest units, and the root's hash. */
export interface PublishedTotal {
  asset: string;
  total: string;
  hash: string;
}

/** What is published each day, at one position of the journal. Anybody can keep a copy; a customer compares his proof with it. */
export interface Publication {
  /** `2026-11-20`, UTC. */
  day: string;
  /** The journal's sequence that the balances stand at. */
  sequence: string;
  totals: PublishedTotal[];
}

/** What one customer gets to check his own leaf. */
export interface Proof {
  day: string;
  asset: string;
  customer: string;
  nonce: string;
  /** Digits of the asset's smallest units. */
  amount: string;
  /** From the leaf up: the node that stands beside, and on which side. */
  path: { side: 'left' | 'right'; hash: string; sum: string }[];
}
