import { branchNode, isHash, leafNode, readSum, type Node } from './hashing.ts';
import type { Proof, Publication } from './proof.ts';

/** The reasons a proof doesn't hold, in order of precedence. */
export type Doubt = 'malformed' | 'other-day' | 'asset-not-published' | 'total-differs' | 'hash-differs';

/** The result: the amount and the total that includes it, or the reason the proof doesn't hold. */
export type Verdict = { holds: true; amount: bigint; total: bigint } | { holds: false; doubt: Doubt };

/** More rows than any number of customers needs. */
const maxPathLength = 64;

/**
 * Verifies that the published total includes a customer's amount. Both arguments may be untrusted: invalid input is `malformed`.
 */
export function verifyProof(proof: Proof, publication: Publication): Verdict {
  const root = climb(proof);
  if (root === null || !Array.isArray(publication?.totals)) return { holds: false, doubt: 'malformed' };
  if (proof.day !== publication.day) return { holds: false, doubt: 'other-day' };
  const published = publication.totals.find((total) => total.asset === proof.asset);
  if (published === undefined) return { holds: false, doubt: 'asset-not-published' };
  if (published.total !== root.sum.toString()) return { holds: false, doubt: 'total-differs' };
  if (published.hash !== root.hash) return { holds: false, doubt: 'hash-differs' };
  return { holds: true, amount: BigInt(proof.amount), total: root.sum };
}

/** Climbs from the customer's leaf to the end of the path. Null if the proof is malformed. */
function climb(proof: Proof): Node | null {
  const amount = readSum(proof?.amount);
  const isText = [proof?.asset, proof?.customer, proof?.day].every((text) => typeof text === 'string');
  if (amount === null || !isText || !isHash(proof.nonce)) return null;
  if (!Array.isArray(proof.path) || proof.path.length > maxPathLength) return null;
  let node: Node | null = leafNode({ asset: proof.asset, customer: proof.customer, nonce: proof.nonce, amount });
  for (const step of proof.path) node = node && stepUp(node, step);
  return node;
}

function stepUp(node: Node, step: Proof['path'][number]): Node | null {
  const sum = readSum(step?.sum);
  if (sum === null || !isHash(step.hash) || readSum((node.sum + sum).toString()) === null) return null;
  const beside = { hash: step.hash, sum };
  if (step.side === 'left') return branchNode(beside, node);
  return step.side === 'right' ? branchNode(node, beside) : null;
}
