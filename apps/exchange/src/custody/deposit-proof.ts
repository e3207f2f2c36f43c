import { toLedgerUnits } from '@fft/chains';
import type { Logger } from 'pino';
import type { ChainCoins } from './coins.ts';
import { type DepositRow, internal } from './deposits.ts';
import type { Arrival, ChainReader } from './followed-chain.ts';

export interface DepositProofParts {
  readonly reader: ChainReader;
  readonly coins: ChainCoins;
  readonly log: Logger;
}

/** Looks at deposits again right before something is done for them. */
export class DepositProof {
  readonly #parts: DepositProofParts;
  /** False deposits that were told of: once is enough. */
  readonly #told = new Set<number>();

  constructor(parts: DepositProofParts) {
    this.#parts = parts;
  }

  /**
   * Whether a deposit is what its block brought, for deposits of one round: each block is read once. Where its block isn't the chain's, the watcher will see it; where its block brought anything else,
   * somebody wrote it down who hasn't seen it.
   */
  round(): (row: DepositRow) => Promise<boolean> {
    const read = new Map<string, Promise<readonly Arrival[] | null>>();
    return async (row) => {
      if (row.block_hash === internal) return true;
      const arrivals = read.get(row.block_hash) ?? this.#arrivalsIn(row.height, row.block_hash);
      read.set(row.block_hash, arrivals);
      return this.#isOneOf(row, await arrivals);
    };
  }

  #isOneOf(row: DepositRow, arrivals: readonly Arrival[] | null): boolean {
    if (arrivals === null) return false;
    const { coins } = this.#parts;
    const found = arrivals.find(({ txid, position }) => txid === row.txid && position === row.position);
    const coin = found && coins.byContract(found.token);
    const amount = coin && toLedgerUnits(found.amount, coin.ledgerDecimals, coin.chainDecimals);
    const isSame = coin?.asset === row.asset && found?.to === row.address && amount === row.amount;
    if (!isSame) this.#tellOnce(row);
    return isSame;
  }

  #tellOnce({ id, txid }: DepositRow): void {
    if (this.#told.has(id)) return;
    this.#told.add(id);
    this.#parts.log.fatal({ deposit: id, txid }, 'a deposit is not what its block brought: not credited');
  }

  /** What a block brought; null where the chain has another one. */
  async #arrivalsIn(height: number, hash: string): Promise<readonly Arrival[] | null> {
    const block = await this.#parts.reader.block(height);
    return block?.hash === hash ? (await block.read()).arrivals : null;
  }
}
