import type { UtxoCoin } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Tables } from '../../room.ts';
import type { ChainFacts } from '../chain.ts';
import type { OwnPayments } from '../../payments/own-payments.ts';
import type { Payments } from '../../payments/payments.ts';
import type { PaymentRow } from '../../tables.ts';
import type { UtxoCoins } from './utxo-coins.ts';

export interface UtxoConsolidatorOptions {
  readonly db: Kysely<Tables>;
  readonly facts: ChainFacts;
  readonly coins: UtxoCoins;
  readonly payments: Payments;
  readonly ownPayments: OwnPayments;
  readonly hot: string;
  /** Payments take the largest coins, so small ones pile up; above this count the smallest are consolidated. Coins not worth their fee do not count. */
  readonly consolidateAbove: number;
  /** Maximum number of coins in one consolidation. */
  readonly mostGathered: number;
  readonly minWorth: () => Promise<bigint>;
}

/** Keeps the number of coins low enough for a large payment to fit into one transaction, and moves former hot wallets' coins to the present one. */
export class UtxoConsolidator {
  readonly #options: UtxoConsolidatorOptions;
  #lookedAt = 0;

  constructor(options: UtxoConsolidatorOptions) {
    this.#options = options;
  }

  async work(height: number): Promise<void> {
    const { db, facts, coins, payments, ownPayments, consolidateAbove, mostGathered, minWorth } = this.#options;
    await ownPayments.follow(height, { onEnd: async () => undefined });
    const open = await payments.open(facts.chain);
    await this.#emptyFormer(open, height);
    const isBusy = open.some(({ purpose }) => purpose === 'sweep');
    if (isBusy) return;
    const worthWhile = await coins.free(db, { order: 'smallest', least: await minWorth() });
    if (worthWhile.length > consolidateAbove) await this.#gather('sweep', height, worthWhile.slice(0, mostGathered));
  }

  /** Called once per block. A coin not worth its fee stays put and counts as held: anyone can send trifles there. */
  async #emptyFormer(open: readonly PaymentRow[], height: number): Promise<void> {
    const { db, facts, coins, payments, mostGathered, minWorth } = this.#options;
    if (height === this.#lookedAt || open.some(({ purpose }) => purpose === 'rotation')) return;
    this.#lookedAt = height;
    const least = await minWorth();
    const former = await coins.free(db, { most: mostGathered, formerTo: facts.addresses.hot, least });
    if (former.length > 0)
      await this.#gather('rotation', await payments.nextReference(facts.chain, 'rotation'), former);
  }

  async #gather(purpose: 'sweep' | 'rotation', reference: number, coins: readonly UtxoCoin[]): Promise<void> {
    const { facts, ownPayments, hot } = this.#options;
    const amount = coins.reduce((sum, coin) => sum + coin.amount, 0n);
    const order = { purpose, reference, key: facts.addresses.hot, coin: facts.coins.own, amount };
    await ownPayments.begin({ ...order, recipient: hot });
  }
}
