/** Proof of liabilities: a Merkle-sum tree over customer balances, and the verification of one customer's part. Reserves: what the keys that hold them sign, and its verification. */
export { verifyProof, type Doubt, type Verdict } from './verify.ts';
export { LiabilityTree, neighboursOf, pathOf, type Liability, type PlacedNode } from './tree.ts';
export { liabilitiesRoot, type ReserveStatement, statementText } from './statement.ts';
export {
  encodeReserveSignature,
  encodeSolanaSignature,
  isReserveSigned,
  type RecoverableSignature,
  reserveBytes,
} from './reserve-signature.ts';
export { type CheckedSignature, verifyReserves } from './verify-reserves.ts';
export type { Proof, Publication, PublishedTotal, ReserveSignature } from './proof.ts';
