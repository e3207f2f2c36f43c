import { hotKey, type PublicKeys, small, toChainUnits } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../database/tables.ts';
import type { ChainCoins } from '../coins.ts';
import { eachOrLog } from '../each-or-log.ts';
import type { PaymentOrder } from '../followed-chain.ts';
import type { PaymentRow, Payments } from '../payments.ts';
import type { OwnPayments } from '../own-payments.ts';
import type { EvmChain } from './evm-chain.ts';
import { gasOf } from './evm-payer.ts';

export interface EvmSweeperParts {
  readonly db: Kysely<Tables>;
  readonly chain: EvmChain;
  readonly coins: ChainCoins;
  readonly keys: PublicKeys;
  readonly payments: Payments;
  readonly ownPayments: OwnPayments;
  readonly log: Logger;
}

/** One address's deposits of one coin that are to go to the hot wallet. */
interface Dust {
  readonly customer: number;
  readonly coin: string;
  /** The newest of them; the sweep is known by it. */
  readonly id: number;
  /** What they brought, in the ledger's units. */
  readonly amount: number;
}

/** What stays behind of the chain's own coin, so that a sweep which waits can be sent again with a higher fee. */
const feeRoom = 2n;

/** Brings what customers' addresses hold to the hot wallet, with gas from there where a token needs it. Done again, it does nothing. */
export class EvmSweeper {
  readonly #parts: EvmSweeperParts;

  constructor(parts: EvmSweeperParts) {
    this.#parts = parts;
  }

  async work(height: number): Promise<void> {
    const { coins, payments, ownPayments, log } = this.#parts;
    await ownPayments.follow(height, (payment) => this.#markSwept(payment));
    const open = await payments.open(coins.chain);
    const busy = new Set(open.filter(({ purpose }) => purpose === 'sweep').map(({ key_index }) => key_index));
    // One at a time from an address: two would count on the same gas.
    const waiting = (await this.#unswept()).filter(({ customer }) => {
      const isFree = !busy.has(customer);
      busy.add(customer);
      return isFree;
    });
    await eachOrLog(waiting, log, 'a sweep', (dust) => this.#sweep(dust));
  }

  async #sweep(dust: Dust): Promise<void> {
    const { chain, coins, keys, ownPayments } = this.#parts;
    const coin = coins.byName(dust.coin);
    if (!coin) return;
    const address = keys.addressOf({ branch: 0, index: dust.customer });
    const { feePerGas } = await chain.fees();
    const balance = await chain.balance(address, coin.contract === null ? null : small(coin.contract));
    const cost = (coin.contract === null ? gasOf.own : gasOf.token) * feePerGas;
    if (coin.contract !== null && (await chain.balance(address, null)) < cost) return this.#sendGas(dust, cost * 2n);
    const there = coin.contract === null ? balance - cost * feeRoom : balance;
    // No more than was credited: what else is there will be, and has a sweep of its own then.
    const brought = toChainUnits(dust.amount, coin.ledgerDecimals, coin.chainDecimals);
    const amount = there < brought ? there : brought;
    if (amount <= 0n) {
      // Tokens' gas has used it up, so nothing of it is to come.
      if (balance < brought) await this.#mark(dust.customer, dust.coin, dust.id);
      return;
    }
    const key = { branch: 0, index: dust.customer } as const;
    const recipient = keys.addressOf(hotKey);
    await ownPayments.begin({ purpose: 'sweep', reference: dust.id, key, coin, recipient, amount });
  }

  async #sendGas({ customer, id }: Dust, amount: bigint): Promise<void> {
    const { chain, coins, keys, ownPayments, log } = this.#parts;
    // Half of it is what this payment itself costs, amply.
    if ((await chain.balance(keys.addressOf(hotKey), null)) < (amount * 3n) / 2n) {
      log.warn({ coin: coins.own.coin }, 'the hot wallet has no gas for sweeps');
      return;
    }
    const recipient = keys.addressOf({ branch: 0, index: customer });
    const order: PaymentOrder = { purpose: 'gas', reference: id, key: hotKey, coin: coins.own, recipient, amount };
    await ownPayments.begin(order);
  }

  async #unswept(): Promise<Dust[]> {
    const found = await this.#parts.db
      .selectFrom('chain_deposits')
      .select(['customer', 'coin', sql<number>`max(id)`.as('id'), sql<number>`sum(amount)::bigint`.as('amount')])
      .where('chain', '=', this.#parts.coins.chain)
      .where('state', '=', 'credited')
      .where('swept', '=', false)
      .groupBy(['customer', 'coin'])
      .orderBy(sql`max(id)`)
      .limit(50)
      .execute();
    // Tokens first, while there may be gas of the own coin.
    const { own } = this.#parts.coins;
    return found.toSorted((a, b) => Number(a.coin === own.coin) - Number(b.coin === own.coin));
  }

  async #markSwept({ purpose, key_index: customer, coin, reference }: PaymentRow): Promise<void> {
    if (purpose === 'sweep') await this.#mark(customer, coin, reference);
  }

  async #mark(customer: number, coin: string, reference: number): Promise<void> {
    await this.#parts.db
      .updateTable('chain_deposits')
      .set({ swept: true })
      .where('chain', '=', this.#parts.coins.chain)
      .where('customer', '=', customer)
      .where('coin', '=', coin)
      .where('id', '<=', reference)
      .where('swept', '=', false)
      .execute();
  }
}
