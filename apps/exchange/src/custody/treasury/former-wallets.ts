import { isSameKey, type KeyRef } from '@fft/chains';
import type { Logger } from 'pino';
import type { AccountChain, PaidCoin } from '../chains/chain.ts';
import type { ChainCoins } from '../coins.ts';
import type { Payments } from '../payments/payments.ts';
import type { OwnPayments } from '../payments/own-payments.ts';
import type { SweepWorth } from './sweep-worth.ts';

export interface FormerWalletsOptions {
  readonly chain: AccountChain;
  readonly coins: ChainCoins;
  readonly payments: Payments;
  readonly ownPayments: OwnPayments;
  readonly sweepWorth: SweepWorth;
  readonly log: Logger;
}

/** A balance below this many times the cost of moving it stays put and counts as held. */
const worthMoving = 10n;
/** Share of the chain's own coin left behind, so that a waiting payment can be resent with a higher fee. */
const feeRoom = 2n;

/** Moves balances of former hot wallets, and late arrivals there, to the present one: tokens first, as the remaining coin pays their gas. Running it again changes nothing. */
export class FormerWallets {
  readonly #options: FormerWalletsOptions;
  #lookedAt = 0;

  constructor(options: FormerWalletsOptions) {
    this.#options = options;
  }

  /** Called once per block. */
  async work(height: number): Promise<void> {
    const { chain, payments } = this.#options;
    if (chain.hots.length === 1 || height === this.#lookedAt) return;
    this.#lookedAt = height;
    const open = await payments.open(chain.name);
    for (const key of chain.hots.slice(0, -1)) {
      // A former wallet finishes its own payments first.
      const isBusy = open.some(({ branch, key_index: index }) =>
        isSameKey({ branch: branch === 0 ? 0 : 1, index }, key),
      );
      if (!isBusy) await this.#empty(key);
    }
  }

  async #empty(key: KeyRef): Promise<void> {
    const { chain, coins, sweepWorth, log } = this.#options;
    const address = chain.addressOf(key);
    const own = await chain.balance(address, null);
    for (const coin of coins.all) {
      const balance = coin.contract === null ? 0n : await chain.balance(address, coin.contract);
      if (balance === 0n) continue;
      const cost = await chain.costOf(coin, address);
      // Anyone can send trifles there, again and again.
      if (!(await sweepWorth.isWorth(coin, balance, cost))) continue;
      if (own < cost * feeRoom) {
        log.error({ address, coin: coin.coin }, 'formerWallet.lacksGas');
        continue;
      }
      return this.#move(key, coin, balance);
    }
    const cost = await chain.costOf(chain.own, address);
    if (own > cost * worthMoving) await this.#move(key, chain.own, own - cost * feeRoom);
  }

  async #move(key: KeyRef, coin: PaidCoin, amount: bigint): Promise<void> {
    const { chain, payments, ownPayments } = this.#options;
    const reference = await payments.nextReference(chain.name, 'rotation');
    const recipient = chain.addressOf(chain.hot);
    await ownPayments.begin({ purpose: 'rotation', reference, key, coin, recipient, amount });
  }
}
