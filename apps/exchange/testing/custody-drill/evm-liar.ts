import { tokenAbi } from '@fft/chains';
import { encodeAbiParameters, encodeEventTopics, keccak256, toHex, type Hex } from 'viem';
import type { LyingNode } from '../faults/lying-node.ts';
import type { Liar } from './network.ts';

const stranger = `0x${'57'.repeat(20)}` as const;
const inventedCoins = 3n * 10n ** 18n;
const inventedTokens = 5_000n;
/** The outcome in a receipt. */
const good = { status: '0x1', gasUsed: '0x5208' };
/** Blocks of a false branch: some at once, and more as time passes. */
const [forkBehind, forkAhead, futureAhead, falseBlockMs] = [2, 2, 8, 300];

interface RawBlock {
  readonly number: Hex;
  readonly hash: Hex;
}

interface RawReceipt {
  readonly transactionHash: Hex;
  readonly logs: readonly { readonly address: string }[];
}

/** A branch that only the lying node has, above one true block. */
interface Branch {
  readonly base: RawBlock;
  readonly from: number;
  readonly ahead: number;
  readonly begun: number;
}

export interface EvmLiarOptions {
  /** Asks the true node. */
  readonly request: <T>(method: string, ...params: readonly unknown[]) => Promise<T>;
  /** A customer's address. */
  readonly victim: Hex;
  readonly token: { readonly contract: string; readonly decimals: number };
}

/** Lets a door claim transfers to a customer in true blocks, and serve branches whose blocks all pay them. */
export function openEvmLiar(door: LyingNode, { request, victim, token }: EvmLiarOptions): Liar {
  const invented = new Set<string>();
  /** Receipts of blocks that were read with a false transfer, which stays in them. */
  const falseReceipts = new Map<string, readonly RawReceipt[]>();
  let isInventing = false;
  let branch: Branch | null = null;
  let lastBlock: number | null = null;

  const hashOf = (what: string, height: number): Hex => keccak256(toHex(`${what} ${height} of ${branch?.base.hash}`));
  const tipOf = ({ from, ahead, begun }: Branch): number =>
    from + ahead + Math.floor((performance.now() - begun) / falseBlockMs);
  const blockOf = (height: number, isFull: boolean, { base, from }: Branch): object => {
    const hash = hashOf('block', height);
    const txid = hashOf('transaction', height);
    const parentHash = height === from + 1 ? base.hash : hashOf('block', height - 1);
    const place = { blockHash: hash, blockNumber: toHex(height), transactionIndex: '0x0' };
    const fees = { gas: '0x5208', gasPrice: '0x1', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' };
    const signature = { v: '0x0', r: '0x1', s: '0x1', yParity: '0x0', type: '0x2', chainId: '0x1' };
    const call = { from: stranger, to: victim, value: toHex(inventedCoins), input: '0x', nonce: '0x0' };
    const transactions = isFull ? [{ hash: txid, ...place, ...fees, ...signature, ...call }] : [txid];
    invented.add(txid);
    falseReceipts.set(hash, [{ transactionHash: txid, ...good, logs: [] }]);
    return { ...base, number: toHex(height), hash, parentHash, transactions };
  };
  const heightAsked = (tag: unknown, tip: number): number =>
    typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : tip;

  door.lies.set('eth_blockNumber', () => {
    if (branch) return toHex(tipOf(branch));
    return lastBlock === null ? undefined : toHex(lastBlock);
  });
  door.lies.set('eth_getBlockByNumber', async (_result, { parameters: [tag, isFull] }) => {
    if (branch) {
      const [tip, height] = [tipOf(branch), heightAsked(tag, tipOf(branch))];
      if (height <= branch.from) return undefined;
      return height > tip ? null : blockOf(height, isFull === true, branch);
    }
    if (lastBlock === null) return undefined;
    if (heightAsked(tag, lastBlock) > lastBlock) return null;
    return tag === 'latest' ? request('eth_getBlockByNumber', toHex(lastBlock), isFull) : undefined;
  });
  door.lies.set('eth_getBlockReceipts', (receipts: readonly RawReceipt[] | null, { parameters: [hash] }) => {
    const known = falseReceipts.get(String(hash));
    if (known || !isInventing || !receipts) return known;
    const at = receipts.findIndex(({ logs }) => logs.some(({ address }) => address === token.contract));
    const paying = receipts[at];
    if (!paying) return undefined;
    const topics = encodeEventTopics({ abi: tokenAbi, eventName: 'Transfer', args: { from: stranger, to: victim } });
    const data = encodeAbiParameters([{ type: 'uint256' }], [inventedTokens * 10n ** BigInt(token.decimals)]);
    const log = { ...paying.logs[0], address: token.contract, topics, data };
    const told = receipts.with(at, { ...paying, logs: [...paying.logs, log] });
    invented.add(paying.transactionHash);
    falseReceipts.set(String(hash), told);
    return told;
  });
  return {
    invented,
    begin: async (kind) => {
      const head = Number(await request<Hex>('eth_blockNumber'));
      if (kind === 'transfer') isInventing = true;
      else if (kind === 'missing') lastBlock = head - 1;
      else {
        const from = kind === 'fork' ? head - forkBehind : head;
        const base = await request<RawBlock>('eth_getBlockByNumber', toHex(from), false);
        branch = {
          base,
          from,
          ahead: kind === 'fork' ? forkBehind + forkAhead : futureAhead,
          begun: performance.now(),
        };
      }
    },
    end: () => {
      [isInventing, branch, lastBlock] = [false, null, null];
    },
  };
}
