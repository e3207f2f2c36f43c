import type { LyingNode } from '../faults/lying-node.ts';
import type { Liar, LieKind } from './network.ts';

interface Block {
  readonly tx: readonly { readonly vout: readonly object[] }[];
}

const forkBehind = 2;
const futureAhead = 50;

/** Lets a door deny transfers, and name other blocks, blocks to come, or none. It lies as the node that confirms. */
export function openLitecoinLiar(door: LyingNode, head: () => Promise<number>): Liar {
  let lie: { readonly kind: LieKind; readonly from: number } | null = null;
  door.lies.set('getblockhash', (hash: string | null, { parameters: [height] }) => {
    if (lie === null || Number(height) <= lie.from || hash === null) return undefined;
    if (lie.kind === 'missing') return null;
    return lie.kind === 'fork' ? `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}` : undefined;
  });
  door.lies.set('getblock', (block: Block | null) =>
    lie?.kind === 'transfer' && block && typeof block === 'object'
      ? { ...block, tx: block.tx.map((one) => ({ ...one, vout: [] })) }
      : undefined,
  );
  door.lies.set('getblockchaininfo', (info: { readonly blocks: number }) =>
    lie?.kind === 'future' ? { ...info, blocks: info.blocks + futureAhead } : undefined,
  );
  return {
    invented: new Set(),
    begin: async (kind) => {
      lie = { kind, from: (await head()) - forkBehind };
    },
    end: () => {
      lie = null;
    },
  };
}
