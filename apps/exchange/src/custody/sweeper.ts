import { hotKey, type PublicKeys, small } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import type { ChainCoin, ChainCoins } from './coins.ts';
import { eachOrLog } from './each-or-log.ts';
import type { EvmChain } from './evm-chain.ts';
import { gasOf, type Payer } from './payer.ts';
import type { NewPayment, PaymentRow, Payments } from './payments.ts';
import { SigningRefused } from './signer-client.ts';

export interface SweeperParts {
  readonly db: Kysely<Tables>;
  readonly chain: EvmChain;
  readonly coins: ChainCoins;
  readonly keys: PublicKeys;
  readonly payer: Payer;
  readonly payments: Payments;
  readonly confirmations: number;
  readonly log: Logger;
}

/** One address's deposits of one coin that are to go to the hot wallet. */
interface Dust {
  readonly customer: number;
  readonly coin: string;
  /** The newest of them; the sweep is known by it. */
  readonly id: number;
}

/** Brings what customers' addresses hold to the hot wallet, with gas from there where a token needs it. Done again, it does nothing. */
export class Sweeper {
  readonly #parts: SweeperParts;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  async work(height: number): Promise<void> {
    const { coins, payments, log } = this.#parts;
    const open = (await payments.open(coins.chain)).filter(({ purpose }) => purpose !== 'withdrawal');
    await eachOrLog(open, log, 'a sweep', (payment) => this.#follow(payment, height));
    const busy = new Set(open.filter(({ purpose }) => purpose === 'sweep').map(({ key_index }) => key_index));
    const waiting = (await this.#unswept()).filter(({ customer }) => !busy.has(customer));
    await eachOrLog(waiting, log, 'a sweep', (dust) => this.#sweep(dust));
  }

  async #follow(payment: PaymentRow, height: number): Promise<void> {
    const { payments, payer, confirmations, log } = this.#parts;
    const attempts = await payments.attempts(payment);
    if (attempts.length === 0) return this.#pay(payment);
    const standing = await payer.standing(payment, attempts, height);
    if (standing.kind === 'waiting') return payer.pursue(payment, attempts);
    if (standing.kind === 'landed' && standing.confirmations < confirmations) return;
    const isGood = standing.kind === 'landed' && standing.isGood;
    if (!isGood) log.error({ payment: payment.id, purpose: payment.purpose }, 'a sweep failed on the chain');
    if (isGood && payment.purpose === 'sweep') await this.#markSwept(payment);
    await payments.end(payment, isGood ? 'done' : 'failed');
  }

  async #sweep(dust: Dust): Promise<void> {
    const { chain, coins, keys } = this.#parts;
    const coin = coins.byName(dust.coin);
    if (!coin) return;
    const address = keys.addressOf({ branch: 0, index: dust.customer });
    const { feePerGas } = await chain.fees();
    const balance = await chain.balance(address, coin.contract);
    const cost = (coin.contract === null ? gasOf.own : gasOf.token) * feePerGas;
    if (coin.contract !== null && (await chain.balance(address, null)) < cost)
      return this.#sendGas(dust, coin, cost * 2n);
    const amount = coin.contract === null ? balance - cost : balance;
    if (amount <= 0n) return;
    await this.#begin(
      {
        chain: coins.chain,
        purpose: 'sweep',
        reference: dust.id,
        branch: 0,
        key_index: dust.customer,
        coin: dust.coin,
        recipient: small(keys.addressOf(hotKey)),
        amount: String(amount),
      },
      await chain.transactionCount(address),
    );
  }

  async #sendGas({ customer, id }: Dust, coin: ChainCoin, amount: bigint): Promise<void> {
    const { chain, coins, keys, log } = this.#parts;
    const own = coins.byContract(null);
    if (!own) throw new Error(`${coin.coin} needs a coin for gas that isn't listed`);
    // Half of it is what this payment itself costs, amply.
    if ((await chain.balance(keys.addressOf(hotKey), null)) < (amount * 3n) / 2n) {
      log.warn({ coin: own.coin }, 'the hot wallet has no gas for sweeps');
      return;
    }
    await this.#begin(
      {
        chain: coins.chain,
        purpose: 'gas',
        reference: id,
        branch: hotKey.branch,
        key_index: hotKey.index,
        coin: own.coin,
        recipient: small(keys.addressOf({ branch: 0, index: customer })),
        amount: String(amount),
      },
      await chain.transactionCount(keys.addressOf(hotKey)),
    );
  }

  async #begin(payment: NewPayment, leastNonce: number): Promise<void> {
    const reserved = await this.#parts.payments.reserve(payment, leastNonce);
    if (reserved.state === 'reserved') await this.#pay(reserved);
  }

  async #pay(payment: PaymentRow): Promise<void> {
    const { payer, payments, log } = this.#parts;
    try {
      await payer.send(await payer.sign(payment));
    } catch (error) {
      if (!(error instanceof SigningRefused)) throw error;
      await payments.forget(payment);
      log.error({ payment: payment.id, purpose: payment.purpose, reason: error.message }, 'a sweep was not signed');
    }
  }

  async #unswept(): Promise<Dust[]> {
    return this.#parts.db
      .selectFrom('chain_deposits')
      .select(['customer', 'coin', sql<number>`max(id)`.as('id')])
      .where('chain', '=', this.#parts.coins.chain)
      .where('state', '=', 'credited')
      .where('swept', '=', false)
      .groupBy(['customer', 'coin'])
      .orderBy(sql`max(id)`)
      .limit(50)
      .execute();
  }

  async #markSwept({ chain, key_index: customer, coin, reference }: PaymentRow): Promise<void> {
    await this.#parts.db
      .updateTable('chain_deposits')
      .set({ swept: true })
      .where('chain', '=', chain)
      .where('customer', '=', customer)
      .where('coin', '=', coin)
      .where('id', '<=', reference)
      .where('swept', '=', false)
      .execute();
  }
}
