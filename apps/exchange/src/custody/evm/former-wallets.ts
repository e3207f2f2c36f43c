import { isSameKey, type KeyRef, type PublicKeys, small } from '@fft/chains';
import type { Logger } from 'pino';
import type { ChainCoin, ChainCoins } from '../coins.ts';
import type { Payments } from '../payments.ts';
import type { OwnPayments } from '../own-payments.ts';
import type { EvmChain } from './evm-chain.ts';
import { gasOf } from './evm-payer.ts';

export interface FormerWalletsParts {
  readonly chain: EvmChain;
  readonly coins: ChainCoins;
  readonly keys: PublicKeys;
  readonly payments: Payments;
  readonly ownPayments: OwnPayments;
  readonly log: Logger;
}

/** Less than so many times what moving it costs stays where it is, and counts as held. */
const worthMoving = 10n;
/** What stays behind of the chain's own coin, so that what waits can be sent again with a higher fee. */
const feeRoom = 2n;

/** Brings what former hot wallets have, and what people still send there, to the present one: tokens first, as their gas is paid from what else is there. Done again, it does nothing. */
export class FormerWallets {
  readonly #parts: FormerWalletsParts;
  #lookedAt = 0;

  constructor(parts: FormerWalletsParts) {
    this.#parts = parts;
  }

  /** Once for each block. */
  async work(height: number): Promise<void> {
    const { keys, payments, coins } = this.#parts;
    if (keys.hots.length === 1 || height === this.#lookedAt) return;
    this.#lookedAt = height;
    const open = await payments.open(coins.chain);
    for (const key of keys.hots.slice(0, -1)) {
      // What it still pays comes first.
      const isBusy = open.some(({ branch, key_index: index }) =>
        isSameKey({ branch: branch === 0 ? 0 : 1, index }, key),
      );
      if (!isBusy) await this.#empty(key);
    }
  }

  async #empty(key: KeyRef): Promise<void> {
    const { chain, coins, keys, log } = this.#parts;
    const address = keys.addressOf(key);
    const { feePerGas } = await chain.fees();
    const own = await chain.balance(address, null);
    for (const coin of coins.all) {
      const balance = coin.contract === null ? 0n : await chain.balance(address, small(coin.contract));
      if (balance === 0n) continue;
      if (own < gasOf.token * feePerGas * feeRoom) {
        log.error({ address, coin: coin.coin }, 'a former hot wallet has no gas to be emptied with: send it some');
        continue;
      }
      return this.#move(key, coin, balance);
    }
    const cost = gasOf.own * feePerGas;
    if (own > cost * worthMoving) await this.#move(key, coins.own, own - cost * feeRoom);
  }

  async #move(key: KeyRef, coin: ChainCoin, amount: bigint): Promise<void> {
    const { coins, keys, payments, ownPayments } = this.#parts;
    const reference = await payments.nextReference(coins.chain, 'rotation');
    const recipient = keys.addressOf(keys.hot);
    await ownPayments.begin({ purpose: 'rotation', reference, key, coin, recipient, amount });
  }
}
