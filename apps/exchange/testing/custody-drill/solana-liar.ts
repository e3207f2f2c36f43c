import type { LyingNode } from '../faults/lying-node.ts';
import type { Liar, LieKind } from './network.ts';

interface Block {
  readonly blockhash: string;
  readonly transactions?: readonly object[];
}

const forkBehind = 2;
const futureAhead = 60;

/** Lets a door deny transfers, and name other blocks, blocks to come, or none. It lies as the node that confirms. */
export function openSolanaLiar(door: LyingNode, head: () => number): Liar {
  let lie: { readonly kind: LieKind; readonly from: number } | null = null;
  door.lies.set('getBlock', (block: Block | undefined, { parameters: [slot] }) => {
    if (lie === null || !block) return undefined;
    if (lie.kind === 'transfer' && block.transactions) return { ...block, transactions: [] };
    if (Number(slot) <= lie.from) return undefined;
    if (lie.kind === 'missing') return null;
    const other = block.blockhash.endsWith('2') ? '3' : '2';
    return lie.kind === 'fork' ? { ...block, blockhash: `${block.blockhash.slice(0, -1)}${other}` } : undefined;
  });
  door.lies.set('getSlot', (slot: number) => (lie?.kind === 'future' ? slot + futureAhead : undefined));
  return {
    invented: new Set(),
    begin: async (kind) => {
      lie = { kind, from: head() - forkBehind };
    },
    end: () => {
      lie = null;
    },
  };
}
