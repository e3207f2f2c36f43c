/** Proof of liabilities: a Merkle-sum tree over customer balances, and the verification of one customer's part. */
export { verifyProof, type Doubt, type Verdict } from './verify.ts';
export { LiabilityTree, neighboursOf, pathOf, type Liability, type PlacedNode } from './tree.ts';
export type { Proof, Publication, PublishedTotal } from './proof.ts';
