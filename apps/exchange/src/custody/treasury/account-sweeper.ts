import { toChainUnits } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import type { AccountChain, PaymentOrder } from '../chains/chain.ts';
import type { ChainCoin, ChainCoins } from '../coins.ts';
import { Backoff } from '../nodes/backoff.ts';
import { forEachRow } from '../for-each-row.ts';
import type { PaymentRow } from '../tables.ts';
import type { OwnPayments } from '../payments/own-payments.ts';
import { wastedFeesOf, type SweepWorth } from './sweep-worth.ts';

export interface AccountSweeperOptions {
  readonly db: Kysely<Tables>;
  readonly chain: AccountChain;
  readonly coins: ChainCoins;
  readonly ownPayments: OwnPayments;
  readonly sweepWorth: SweepWorth;
  readonly log: Logger;
  readonly now: () => number;
}

/** One address's deposits of one coin, due for a sweep to the hot wallet. */
interface SweepableDeposits {
  readonly customer: number;
  readonly coin: string;
  /** The newest deposit; it identifies the sweep. */
  readonly id: number;
  /** Every deposit in the sweep. */
  readonly ids: readonly number[];
  /** Their sum, in the ledger's units. */
  readonly amount: number;
}

/** Wait after a sweep that failed or could not start. */
const retryWaits = { firstMs: 30_000, maxMs: 3_600_000 };

/** Share of the chain's own coin left behind, so that a waiting sweep can be resent with a higher fee. */
const feeRoom = 2n;

/** The smallest amount of a coin, in the ledger's units, that can be worth a sweep. */
interface Floor {
  readonly coin: string;
  readonly least: string;
}

/**
 * Sweeps customers' addresses into the hot wallet, and sends tokens' gas from there first. All deposits of one coin to one address move together, once they are worth
 * several times the cost; until then they stay put and count as held. Running it again changes nothing.
 */
export class AccountSweeper {
  readonly #options: AccountSweeperOptions;
  /** Keyed by the deposit that identifies the sweep. */
  readonly #backoff: Backoff;
  /** Recomputed at each block, as fees change. */
  #floors: { readonly height: number; readonly all: readonly Floor[] } = { height: -1, all: [] };

  constructor(options: AccountSweeperOptions) {
    this.#options = options;
    this.#backoff = new Backoff({ ...retryWaits, now: options.now });
  }

  async work(height: number): Promise<void> {
    const { ownPayments, log } = this.#options;
    await ownPayments.follow(height, {
      onEnd: (payment, isGood) => this.#ended(payment, isGood),
      onWaiting: (payment) => this.#onWaiting(payment),
    });
    const busy = new Set<number>();
    // One sweep per address: two would count on the same gas.
    const waiting = (await this.#unswept(await this.#floorsAt(height))).filter(({ customer }) => {
      const isFree = !busy.has(customer);
      busy.add(customer);
      return isFree;
    });
    const start = async (dust: SweepableDeposits): Promise<void> => {
      let isBegun = false;
      try {
        isBegun = await this.#sweep(dust);
      } finally {
        if (!isBegun) this.#backoff.failed(dust.id);
      }
    };
    await forEachRow(waiting, start, (err, { id, customer }) =>
      log.error({ err, deposit: id, customer }, 'sweep.failed'),
    );
  }

  /** Returns false if no sweep could start. */
  async #sweep(dust: SweepableDeposits): Promise<boolean> {
    const { chain, coins, ownPayments } = this.#options;
    const coin = coins.byName(dust.coin);
    if (!coin) return false;
    const address = chain.addressOf({ branch: 0, index: dust.customer });
    const balance = await chain.balance(address, coin.contract);
    const cost = await chain.costOf(coin, address);
    const gas = coin.contract === null || chain.sweepsPaidByHot ? cost : await chain.balance(address, null);
    // Takes no more than was credited: the rest gets a sweep of its own once it is credited.
    const brought = toChainUnits(dust.amount, coin.ledgerDecimals, coin.chainDecimals);
    const isUsedUp = coin.contract === null && balance < brought && balance <= cost * feeRoom;
    if (!isUsedUp && !(await this.#isWorth(dust, coin, gas < cost ? cost + (await this.#gasCost()) : cost)))
      return false;
    if (gas < cost) return this.#sendGas(dust, cost * feeRoom - gas);
    const there = coin.contract === null && !chain.sweepsPaidByHot ? balance - cost * feeRoom : balance;
    const amount = this.#leaving(coin, { balance, amount: there < brought ? there : brought });
    if (amount <= 0n) {
      // Gas for tokens has used the coin up, so no more of it will come.
      if (balance < brought) {
        await this.#note(dust);
        await this.#swept(dust.id);
      }
      return balance < brought;
    }
    const key = { branch: 0, index: dust.customer } as const;
    const recipient = chain.addressOf(chain.hot);
    await this.#note(dust);
    return ownPayments.begin({ purpose: 'sweep', reference: dust.id, key, coin, recipient, amount });
  }

  /** Takes less where an address must not keep a trifle of the chain's own coin. */
  #leaving(
    { contract }: ChainCoin,
    { balance, amount }: { readonly balance: bigint; readonly amount: bigint },
  ): bigint {
    const { sweepsPaidByHot } = this.#options.chain;
    const left = balance - amount;
    const isTrifle = sweepsPaidByHot && contract === null && left > 0n && left < sweepsPaidByHot.minLeft;
    return isTrifle ? balance - sweepsPaidByHot.minLeft : amount;
  }

  async #sendGas({ customer, id }: SweepableDeposits, amount: bigint): Promise<boolean> {
    const { chain, ownPayments, log } = this.#options;
    if ((await chain.balance(chain.addressOf(chain.hot), null)) < amount + (await this.#gasCost())) {
      log.warn({ coin: chain.own.coin }, 'sweep.hotWalletLacksGas');
      return false;
    }
    const recipient = chain.addressOf({ branch: 0, index: customer });
    const order: PaymentOrder = { purpose: 'gas', reference: id, key: chain.hot, coin: chain.own, recipient, amount };
    // Gas that arrives nowhere again and again is an attack: back off.
    if (await this.#hadGas(id)) this.#backoff.failed(id);
    return ownPayments.begin(order);
  }

  async #hadGas(reference: number): Promise<boolean> {
    const before = await this.#options.db
      .selectFrom('chain_payments')
      .select('id')
      .where('chain', '=', this.#options.coins.chain)
      .where('purpose', '=', 'gas')
      .where('reference', '=', reference)
      .where('state', '=', 'done')
      .limit(1)
      .executeTakeFirst();
    return before !== undefined;
  }

  /** Cost of sending gas to an address. */
  #gasCost(): Promise<bigint> {
    const { chain } = this.#options;
    return chain.costOf(chain.own, chain.addressOf(chain.hot));
  }

  async #isWorth({ ids, amount }: SweepableDeposits, coin: ChainCoin, cost: bigint): Promise<boolean> {
    const { db, coins, sweepWorth } = this.#options;
    const least = await sweepWorth.least(coin, cost, await wastedFeesOf(db, coins.chain, ids));
    return least !== null && BigInt(amount) >= least;
  }

  /** Skips amounts that cannot be worth a sweep at today's fees, so that dust on many addresses delays no one. */
  async #floorsAt(height: number): Promise<readonly Floor[]> {
    if (this.#floors.height === height) return this.#floors.all;
    const { chain, coins, sweepWorth } = this.#options;
    const all: Floor[] = [];
    for (const coin of coins.all) {
      // A node that can't say what a token costs holds up no other coin.
      const cost = await chain.costOf(coin, chain.addressOf(chain.hot)).catch(() => this.#gasCost());
      const least = await sweepWorth.least(coin, cost);
      if (least !== null) all.push({ coin: coin.coin, least: String(least) });
    }
    this.#floors = { height, all };
    return all;
  }

  /** Returns deposits without a sweep whose turn has come; those that cannot be swept do not block others. */
  async #unswept(floors: readonly Floor[]): Promise<SweepableDeposits[]> {
    const { rows } = await sql<SweepableDeposits>`
      select customer, deposit.coin, max(id) as id, json_agg(id) as ids, sum(amount)::bigint as amount
      from chain_deposits deposit
      join json_to_recordset(${JSON.stringify(floors)}) as floor (coin text, least numeric) on floor.coin = deposit.coin
      where chain = ${this.#options.coins.chain} and state = 'credited' and not swept
        and not exists (
          select from chain_payments payment
          where payment.chain = deposit.chain and payment.state in ('reserved', 'signed')
            and (payment.purpose = 'sweep' and payment.key_index = deposit.customer
              or payment.purpose = 'gas' and payment.recipient = deposit.address)
        )
      group by customer, deposit.coin, floor.least
      having sum(amount) >= floor.least and max(id) <> all (${this.#backoff.waiting()}::bigint[])
      order by max(id)
      limit 50
    `.execute(this.#options.db);
    // Tokens first, while the address may still hold gas.
    const { own } = this.#options.chain;
    return rows.toSorted((a, b) => Number(a.coin === own.coin) - Number(b.coin === own.coin));
  }

  async #ended({ purpose, reference }: PaymentRow, isGood: boolean): Promise<void> {
    if (!isGood) this.#backoff.failed(reference);
    else if (purpose === 'sweep') await this.#swept(reference);
  }

  /** A sweep waits for deposits whose block is gone. Once one is reversed, its amount isn't there: the others get a sweep of their own. */
  async #onWaiting({ id: payment, purpose, reference }: PaymentRow): Promise<'pursue' | 'leave' | 'giveUp'> {
    if (purpose !== 'sweep') return 'pursue';
    const { db, coins, log } = this.#options;
    const missing = await db
      .selectFrom('chain_deposits')
      .select(['id', 'state'])
      .where('chain', '=', coins.chain)
      .where('sweep', '=', reference)
      .where('state', 'in', ['inDoubt', 'lost', 'reversed', 'orphaned'])
      .execute();
    const gone = missing.filter(({ state }) => state === 'reversed' || state === 'orphaned').map(({ id }) => id);
    if (gone.length === 0) return missing.length === 0 ? 'pursue' : 'leave';
    log.error({ payment, deposits: gone }, 'sweep.depositsGone');
    return 'giveUp';
  }

  /** Records the deposits of a sweep before it starts; deposits credited later are not part of it. */
  async #note({ id, ids }: SweepableDeposits): Promise<void> {
    const isTaken = sql<boolean>`id = any(${ids}::bigint[])`;
    await this.#options.db.updateTable('chain_deposits').set({ sweep: id }).where(isTaken).execute();
  }

  /** Marks a sweep's deposits as swept. */
  async #swept(reference: number): Promise<void> {
    await this.#options.db
      .updateTable('chain_deposits')
      .set({ swept: true })
      .where('chain', '=', this.#options.coins.chain)
      .where('sweep', '=', reference)
      .where('swept', '=', false)
      .execute();
    this.#backoff.over(reference);
  }
}
