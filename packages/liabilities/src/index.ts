/** Proof of liabilities: a Merkle-sum tree over what an exchange owes, and the check of one customer's part in it. */
export { verifyProof, type Doubt, type Verdict } from './verify.ts';
export { LiabilityTree, type Liability } from './tree.ts';
export type { Proof, Publication, PublishedTotal } from './proof.ts';
