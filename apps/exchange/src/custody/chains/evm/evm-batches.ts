import { lowerCaseAddress, type PublicKeys } from '@fft/chains';
import type { Address } from 'viem';
import type { BatchPayer, BatchReadiness, PaidCoin, Payer, PaymentOrder, Readiness } from '../chain.ts';
import type { ChainCoins } from '../../coins.ts';
import { newPayment, type Payments } from '../../payments/payments.ts';
import type { PaymentRow } from '../../tables.ts';
import type { SignerClient } from '../../payments/signer-client.ts';
import type { EvmChain } from './evm-chain.ts';

export interface EvmBatchesOptions {
  readonly chain: Pick<EvmChain, 'allowance' | 'transactionCount'>;
  readonly network: Parameters<SignerClient['dayLimit']>[0];
  readonly coins: ChainCoins;
  readonly keys: PublicKeys;
  readonly signer: Pick<SignerClient, 'dayLimit'>;
  readonly payments: Payments;
  /** The contract that passes a token of its caller on to several recipients. */
  readonly disperse: Address;
  readonly prepare: Payer['prepare'];
  readonly sign: BatchPayer['sign'];
  /** True if the hot wallet lacks the sum of these orders, or their fees. */
  readonly isTooPoorFor: (orders: readonly PaymentOrder[]) => Promise<boolean>;
}

/**
 * Pays several withdrawals of a token by one call of a contract. The token lets the contract take what the hot wallet allowed it: that allowance is a payment of our own, as
 * high as the signer's limit of a day. Until it is there, withdrawals go one by one.
 */
export class EvmBatches implements BatchPayer {
  readonly #options: EvmBatchesOptions;

  constructor(options: EvmBatchesOptions) {
    this.#options = options;
  }

  /** Payments of the chain's own coin inside a call leave no log, so that nothing would prove them. */
  takes({ contract }: PaidCoin): boolean {
    return contract !== null;
  }

  async prepare(orders: readonly PaymentOrder[]): Promise<BatchReadiness> {
    const { chain, coins, keys, payments, isTooPoorFor } = this.#options;
    const [first] = orders;
    if (!first) return null;
    if (await isTooPoorFor(orders)) return { kind: 'refused', reason: 'the hot wallet has too little' };
    const total = orders.reduce((sum, { amount }) => sum + amount, 0n);
    if (!(await this.#isAllowed(first.coin, total))) return { kind: 'later' };
    const paid = orders.map((order) =>
      newPayment(coins.chain, { ...order, recipient: lowerCaseAddress(order.recipient) }),
    );
    const spent = await chain.transactionCount(keys.addressOf(keys.hot));
    return payments.reserveBatch<Exclude<Readiness, { kind: 'ready' }>>(paid, async (transaction) => ({
      nonce: await payments.freeNonce(transaction, newPayment(coins.chain, first), spent),
    }));
  }

  sign(...asked: Parameters<BatchPayer['sign']>): ReturnType<BatchPayer['sign']> {
    return this.#options.sign(...asked);
  }

  /** True if the contract may take a sum beside the open batches. If not, begins to allow it more, unless that is under way. */
  async #isAllowed(coin: PaidCoin, total: bigint): Promise<boolean> {
    const { chain, coins, keys, payments, disperse } = this.#options;
    if (coin.contract === null) return false;
    const ofCoin = (await payments.open(coins.chain)).filter((payment) => payment.coin === coin.coin);
    // It has the nonce before ours: what is allowed by then isn't known.
    if (ofCoin.some(({ purpose }) => purpose === 'allowance')) return false;
    const hot = keys.addressOf(keys.hot);
    const allowed = await chain.allowance(lowerCaseAddress(coin.contract), hot, disperse);
    if (allowed >= total + leavingInBatches(ofCoin)) return true;
    await this.#allow(coin, allowed);
    return false;
  }

  /** Some tokens, such as Ethereum's USDT, refuse to change an allowance that isn't zero. */
  async #allow(coin: PaidCoin, allowed: bigint): Promise<void> {
    const { coins, keys, payments, disperse, prepare } = this.#options;
    const amount = allowed > 0n ? 0n : await this.#mostOfDay(coin);
    if (amount === null) return;
    const reference = await payments.nextReference(coins.chain, 'allowance');
    await prepare({ purpose: 'allowance', reference, key: keys.hot, coin, recipient: disperse, amount });
  }

  /** Null if the signer doesn't list the token, or doesn't tell. */
  async #mostOfDay({ contract }: PaidCoin): Promise<bigint | null> {
    const { signer, network } = this.#options;
    return contract === null ? null : signer.dayLimit(network, lowerCaseAddress(contract));
  }
}

function leavingInBatches(open: readonly PaymentRow[]): bigint {
  return open
    .filter(({ batch, purpose }) => batch !== null && purpose === 'withdrawal')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
