import { toLedgerUnits } from '@fft/chains';
import type { Logger } from 'pino';
import type { ChainCoins } from './coins.ts';
import { type DepositRow, internal } from './deposits.ts';
import type { Arrival, ChainReader } from './followed-chain.ts';

export interface DepositCheckParts {
  readonly coins: ChainCoins;
  readonly reader: ChainReader;
  readonly log: Logger;
}

/** Whether a deposit is what its block brought; null where the chain has another block. */
export type IsAsBrought = (row: DepositRow) => Promise<boolean | null>;

/** Reads the blocks of deposits again, right before money moves for them. */
export class DepositCheck {
  readonly #parts: DepositCheckParts;
  /** False deposits that were told of: once is enough. */
  readonly #told = new Set<number>();

  constructor(parts: DepositCheckParts) {
    this.#parts = parts;
  }

  /** For one look at many deposits: each block is read once. */
  begin(): IsAsBrought {
    const read = new Map<string, Promise<readonly Arrival[] | null>>();
    return async (row) => {
      if (row.block_hash === internal) return true;
      const arriving = read.get(row.block_hash) ?? this.#arrivalsIn(row.height, row.block_hash);
      read.set(row.block_hash, arriving);
      const arrivals = await arriving;
      return arrivals && this.#isAmong(arrivals, row);
    };
  }

  /** Where its block brought anything else, somebody wrote it down who hasn't seen it, or it did otherwise in another block. */
  #isAmong(arrivals: readonly Arrival[], row: DepositRow): boolean {
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

  async #arrivalsIn(height: number, hash: string): Promise<readonly Arrival[] | null> {
    const block = await this.#parts.reader.block(height);
    return block?.hash === hash ? (await block.read()).arrivals : null;
  }
}
