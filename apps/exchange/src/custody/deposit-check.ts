import { toLedgerUnits } from '@fft/chains';
import type { Logger } from 'pino';
import { type ChainFacts, isOfCustomer } from './chain-facts.ts';
import { type DepositRow, internal } from './deposits.ts';
import type { Arrival, ChainReader } from './chain-reader.ts';
import { type InternalDepositParts, isOfWithdrawal } from './internal-deposits.ts';

export interface DepositCheckParts extends InternalDepositParts {
  readonly facts: ChainFacts;
  readonly reader: ChainReader;
  readonly log: Logger;
}

/** Whether a deposit is what its block, or its withdrawal, brought; null where the chain has another block, or the withdrawal isn't over. */
export type IsAsBrought = (row: DepositRow) => Promise<boolean | null>;

/** Looks at deposits again right before money moves for them, in their blocks or at the withdrawals that made them: a row proves nothing. */
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
      if (row.block_hash === internal) return this.#isOfWithdrawal(row);
      const arriving = read.get(row.block_hash) ?? this.#arrivalsIn(row.height, row.block_hash);
      read.set(row.block_hash, arriving);
      const arrivals = await arriving;
      return arrivals && this.#isAmong(arrivals, row);
    };
  }

  async #isOfWithdrawal(row: DepositRow): Promise<boolean | null> {
    const isSame = await isOfWithdrawal(this.#parts, row);
    if (isSame === false) this.#tellOnce(row);
    return isSame;
  }

  /** Where its block brought anything else, somebody wrote it down who hasn't seen it, or it did otherwise in another block. */
  #isAmong(arrivals: readonly Arrival[], row: DepositRow): boolean {
    const isSame = isAmong(this.#parts.facts, arrivals, row);
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

/** Whether what came in with a block has a deposit as its row says, for the customer whose key its address comes from. */
export function isAmong(
  { coins, addresses }: Pick<ChainFacts, 'coins' | 'addresses'>,
  arrivals: readonly Arrival[],
  row: DepositRow,
): boolean {
  const found = arrivals.find(({ txid, position }) => txid === row.txid && position === row.position);
  const coin = found && coins.byContract(found.token);
  const amount = coin && toLedgerUnits(found.amount, coin.ledgerDecimals, coin.chainDecimals);
  const isSameMoney = coin?.asset === row.asset && coin.coin === row.coin && amount === row.amount;
  return isSameMoney && found?.to === row.address && isOfCustomer(addresses, row.customer, row.address);
}
