import { openLyingNode, type LyingNode } from './faults/lying-node.ts';
import { openTestCustody, type TestCustody } from './test-custody.ts';

/** Custody over two nodes of one chain, each of which can lie. */
export interface CustodyOverLyingNodes {
  readonly at: TestCustody;
  readonly first: LyingNode;
  readonly second: LyingNode;
  close(): Promise<void>;
}

/** @param gatherMs how long withdrawals of a token are gathered; by default each is paid alone */
export async function openCustodyOverLyingNodes(gatherMs = 0): Promise<CustodyOverLyingNodes> {
  const nodes: LyingNode[] = [];
  const open = async (url: string): Promise<string> => {
    const node = await openLyingNode(url);
    nodes.push(node);
    return node.url;
  };
  const at = await openTestCustody({ through: open, second: open, gatherMs });
  const [first, second] = nodes;
  if (!first || !second) throw new Error('custody asked for no second node');
  const close = async (): Promise<void> => {
    await at.close();
    await first.close();
    await second.close();
  };
  return { at, first, second, close };
}
