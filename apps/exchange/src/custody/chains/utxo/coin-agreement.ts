import { scriptOfAddress, type UtxoOutput, type UtxoPublicKeys } from '@fft/chains';
import type { Logger } from 'pino';
import type { AskSecond } from '../chain.ts';
import { type CoinRow, coldKey, type UtxoCoins } from './utxo-coins.ts';
import { NodeRefusal, type UtxoBlock, type UtxoNode } from './utxo-node.ts';

export interface CoinAgreementOptions {
  readonly coins: UtxoCoins;
  readonly keys: UtxoPublicKeys;
  /** The followed node. */
  readonly node: UtxoNode;
  /** Null if a single node is trusted. */
  readonly second: UtxoNode | null;
  readonly ask: AskSecond;
  readonly confirmations: number;
  readonly cold: string | null;
  readonly log: Logger;
}

/** Coins that are compared in one round. */
const maxPerRound = 100;

/**
 * Compares the coins that the first node reported with the second one: a payment with an invented coin would wait for people. What both nodes deny once its block
 * is final is forgotten, and what both have otherwise is mended.
 */
export class CoinAgreement {
  readonly #options: CoinAgreementOptions;
  /** Height of the last block compared when there are many; -1 once all were: coins that wait for people must not hold up others. */
  #last = -1;

  constructor(options: CoinAgreementOptions) {
    this.#options = options;
  }

  /** Compares coins that have enough confirmations at this height. */
  async work(height: number): Promise<void> {
    const { coins, second, ask, confirmations } = this.#options;
    if (second === null) return;
    const settled = height - confirmations + 1;
    const rows = await coins.unagreed({ after: this.#last, upTo: settled, most: maxPerRound });
    this.#last = rows.length < maxPerRound ? -1 : (rows.at(-1)?.height ?? -1);
    for (const [at, ofBlock] of Map.groupBy(rows, (row) => row.height ?? 0))
      await ask({ height: at }, () => this.#compare(second, at, ofBlock));
  }

  async #compare(second: UtxoNode, at: number, rows: readonly CoinRow[]): Promise<string | null> {
    const { coins, node } = this.#options;
    const theirs = await blockOf(second, at);
    if (theirs === null) return 'does not have the block of a coin';
    if (theirs.hash !== (await node.hashAt(at))) return 'has other blocks than the first one';
    const [found, others] = [
      rows.filter((row) => this.#isIn(theirs, row)),
      rows.filter((row) => !this.#isIn(theirs, row)),
    ];
    await coins.agree(found);
    if (others.length === 0) return null;
    const ours = await blockOf(node, at);
    const areSame =
      ours?.hash === theirs.hash && (await Promise.all(others.map((row) => this.#mend(row, ours, theirs))));
    return areSame && areSame.every(Boolean) ? null : 'does not have a coin that the first node reported';
  }

  /** Records what both nodes have at a coin's place; false if they differ. */
  async #mend(row: CoinRow, ours: UtxoBlock, theirs: UtxoBlock): Promise<boolean> {
    const { coins, log } = this.#options;
    const [one, other] = [this.#outputOf(ours, row), this.#outputOf(theirs, row)];
    if (one?.amount !== other?.amount || one?.isGenerated !== other?.isGenerated) return false;
    const { txid, vout } = row;
    log.error({ txid, vout, amount: row.amount, found: other && String(other.amount) }, 'coin.mended');
    await (other ? coins.mend(row, other) : coins.deny(row));
    return true;
  }

  #isIn(block: UtxoBlock, row: CoinRow): boolean {
    const output = this.#outputOf(block, row);
    return output?.amount === BigInt(row.amount) && output.isGenerated === row.is_generated;
  }

  /** The output at a coin's place, if it is of the coin's key. */
  #outputOf({ outputs }: UtxoBlock, row: CoinRow): UtxoOutput | null {
    const script = this.#scriptOf(row);
    return outputs.find((one) => one.txid === row.txid && one.vout === row.vout && one.script === script) ?? null;
  }

  #scriptOf({ branch, key_index: index }: CoinRow): string | null {
    const { keys, cold } = this.#options;
    if (branch === coldKey.branch) return cold && scriptOfAddress(cold, keys.network);
    return keys.scriptOf({ branch: branch === 0 ? 0 : 1, index });
  }
}

/** Null if the node has no such block, or no longer. */
async function blockOf(node: UtxoNode, height: number): Promise<UtxoBlock | null> {
  try {
    return await node.block(height);
  } catch (error) {
    if (error instanceof NodeRefusal) return null;
    throw error;
  }
}
