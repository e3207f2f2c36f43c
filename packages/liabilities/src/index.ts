/** Proof of liabilities: a Merkle-sum tree over what an exchange owes, and the check of one customer's part in it. */
export { verifyProof, type Doubt, type Verdict } from './verify.ts';
export { LiabilityTree, neighboursOf, pathOf, type Liability, type PlacedNode } from './tree.ts';
export type { Proof, Publication, PublishedTotal } from './proof.ts';
