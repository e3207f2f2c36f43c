import { hotKey } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { ChainFacts } from '../chain-facts.ts';
import type { OwnPayments } from '../own-payments.ts';
import type { Payments } from '../payments.ts';
import type { UtxoCoins } from './utxo-coins.ts';

export interface UtxoGathererParts {
  readonly db: Kysely<Tables>;
  readonly facts: ChainFacts;
  readonly coins: UtxoCoins;
  readonly payments: Payments;
  readonly ownPayments: OwnPayments;
  readonly hot: string;
  /** Payments take the largest coins, so small ones stay behind; when there are more than this, the smallest become one. */
  readonly gatherAbove: number;
}

const gatheredMost = 100;

/** Keeps the coins few enough that a large payment fits into one transaction. */
export class UtxoGatherer {
  readonly #parts: UtxoGathererParts;

  constructor(parts: UtxoGathererParts) {
    this.#parts = parts;
  }

  async work(height: number): Promise<void> {
    const { db, facts, coins, payments, ownPayments, hot, gatherAbove } = this.#parts;
    await ownPayments.follow(height, async () => undefined);
    const isBusy = (await payments.open(facts.chain)).some(({ purpose }) => purpose === 'sweep');
    if (isBusy || (await coins.free(db)).length <= gatherAbove) return;
    const smallest = await coins.free(db, 'smallest', gatheredMost);
    const amount = smallest.reduce((sum, coin) => sum + coin.amount, 0n);
    const order = { purpose: 'sweep', reference: height, key: hotKey, coin: facts.coins.own, amount } as const;
    await ownPayments.begin({ ...order, recipient: hot });
  }
}
