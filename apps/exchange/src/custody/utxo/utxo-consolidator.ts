import type { UtxoCoin } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { ChainFacts } from '../chain-facts.ts';
import type { OwnPayments } from '../own-payments.ts';
import type { Payments } from '../payments.ts';
import type { PaymentRow } from '../payment-rows.ts';
import type { UtxoCoins } from './utxo-coins.ts';

export interface UtxoConsolidatorParts {
  readonly db: Kysely<Tables>;
  readonly facts: ChainFacts;
  readonly coins: UtxoCoins;
  readonly payments: Payments;
  readonly ownPayments: OwnPayments;
  readonly hot: string;
  /** Payments take the largest coins, so small ones stay behind; when there are more than this, the smallest become one. Those that aren't worth what they cost don't count. */
  readonly gatherAbove: number;
  readonly leastWorth: () => Promise<bigint>;
}

const gatheredMost = 100;

/** Keeps the coins few enough that a large payment fits into one transaction, and brings those of former hot wallets to the present one. */
export class UtxoConsolidator {
  readonly #parts: UtxoConsolidatorParts;
  #lookedAt = 0;

  constructor(parts: UtxoConsolidatorParts) {
    this.#parts = parts;
  }

  async work(height: number): Promise<void> {
    const { db, facts, coins, payments, ownPayments, gatherAbove, leastWorth } = this.#parts;
    await ownPayments.follow(height, async () => undefined);
    const open = await payments.open(facts.chain);
    await this.#emptyFormer(open, height);
    const isBusy = open.some(({ purpose }) => purpose === 'sweep');
    if (isBusy) return;
    const worthWhile = await coins.free(db, { order: 'smallest', least: await leastWorth() });
    if (worthWhile.length > gatherAbove) await this.#gather('sweep', height, worthWhile.slice(0, gatheredMost));
  }

  /** Once for each block. A coin that isn't worth its fee stays where it is, and counts as held: anybody can send trifles there. */
  async #emptyFormer(open: readonly PaymentRow[], height: number): Promise<void> {
    const { db, facts, coins, payments, leastWorth } = this.#parts;
    if (height === this.#lookedAt || open.some(({ purpose }) => purpose === 'rotation')) return;
    this.#lookedAt = height;
    const least = await leastWorth();
    const former = await coins.free(db, { most: gatheredMost, formerTo: facts.addresses.hot, least });
    if (former.length > 0)
      await this.#gather('rotation', await payments.nextReference(facts.chain, 'rotation'), former);
  }

  async #gather(purpose: 'sweep' | 'rotation', reference: number, coins: readonly UtxoCoin[]): Promise<void> {
    const { facts, ownPayments, hot } = this.#parts;
    const amount = coins.reduce((sum, coin) => sum + coin.amount, 0n);
    const order = { purpose, reference, key: facts.addresses.hot, coin: facts.coins.own, amount };
    await ownPayments.begin({ ...order, recipient: hot });
  }
}
