import { toChainUnits } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import type { AccountChain } from './account-chain.ts';
import type { ChainCoin, ChainCoins } from './coins.ts';
import { Backoff } from './backoff.ts';
import { eachOrLog } from './each-or-log.ts';
import type { PaymentOrder } from './payer.ts';
import type { PaymentRow } from './payment-rows.ts';
import type { OwnPayments } from './own-payments.ts';
import { paidInVain, type SweepWorth } from './sweep-worth.ts';

export interface AccountSweeperParts {
  readonly db: Kysely<Tables>;
  readonly chain: AccountChain;
  readonly coins: ChainCoins;
  readonly ownPayments: OwnPayments;
  readonly sweepWorth: SweepWorth;
  readonly log: Logger;
  readonly now: () => number;
}

/** One address's deposits of one coin that are to go to the hot wallet. */
interface Dust {
  readonly customer: number;
  readonly coin: string;
  /** The newest of them; the sweep is known by it. */
  readonly id: number;
  /** All of them. */
  readonly ids: readonly number[];
  /** What they brought, in the ledger's units. */
  readonly amount: number;
}

/** What couldn't be swept, or was swept in vain, waits so long before it is tried again. */
const again = { firstMs: 30_000, maxMs: 3_600_000 };

/** What stays behind of the chain's own coin, so that a sweep which waits can be sent again with a higher fee. */
const feeRoom = 2n;

/** The least of a coin, in the ledger's units, that may be worth a sweep. */
interface Floor {
  readonly coin: string;
  readonly least: string;
}

/**
 * Brings what customers' addresses hold to the hot wallet, with gas from there where a token needs it. All deposits of a coin to an address go together, once they are worth
 * several times what that costs; until then they stay where they are, and count as held. Done again, it does nothing.
 */
export class AccountSweeper {
  readonly #parts: AccountSweeperParts;
  /** By the deposit that a sweep is known by. */
  readonly #backoff: Backoff;
  /** Fees change with blocks. */
  #floors: { readonly height: number; readonly all: readonly Floor[] } = { height: -1, all: [] };

  constructor(parts: AccountSweeperParts) {
    this.#parts = parts;
    this.#backoff = new Backoff({ ...again, now: parts.now });
  }

  async work(height: number): Promise<void> {
    const { ownPayments, log } = this.#parts;
    await ownPayments.follow(height, (payment, isGood) => this.#ended(payment, isGood));
    const busy = new Set<number>();
    // One at a time from an address: two would count on the same gas.
    const waiting = (await this.#unswept(await this.#floorsAt(height))).filter(({ customer }) => {
      const isFree = !busy.has(customer);
      busy.add(customer);
      return isFree;
    });
    await eachOrLog(waiting, log, 'a sweep', async (dust) => {
      let isBegun = false;
      try {
        isBegun = await this.#sweep(dust);
      } finally {
        if (!isBegun) this.#backoff.failed(dust.id);
      }
    });
  }

  /** False where nothing could be begun. */
  async #sweep(dust: Dust): Promise<boolean> {
    const { chain, coins, ownPayments } = this.#parts;
    const coin = coins.byName(dust.coin);
    if (!coin) return false;
    const address = chain.addressOf({ branch: 0, index: dust.customer });
    const balance = await chain.balance(address, coin.contract);
    const cost = await chain.costOf(coin, address);
    const gas = coin.contract === null ? cost : await chain.balance(address, null);
    // No more than was credited: what else is there will be, and has a sweep of its own then.
    const brought = toChainUnits(dust.amount, coin.ledgerDecimals, coin.chainDecimals);
    const isUsedUp = coin.contract === null && balance < brought && balance <= cost * feeRoom;
    if (!isUsedUp && !(await this.#isWorth(dust, coin, gas < cost ? cost + (await this.#gasCost()) : cost)))
      return false;
    if (gas < cost) return this.#sendGas(dust, cost * feeRoom - gas);
    const there = coin.contract === null ? balance - cost * feeRoom : balance;
    const amount = there < brought ? there : brought;
    if (amount <= 0n) {
      // Tokens' gas has used it up, so nothing of it is to come.
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

  async #sendGas({ customer, id }: Dust, amount: bigint): Promise<boolean> {
    const { chain, ownPayments, log } = this.#parts;
    if ((await chain.balance(chain.addressOf(chain.hot), null)) < amount + (await this.#gasCost())) {
      log.warn({ coin: chain.own.coin }, 'the hot wallet has no gas for sweeps');
      return false;
    }
    const recipient = chain.addressOf({ branch: 0, index: customer });
    const order: PaymentOrder = { purpose: 'gas', reference: id, key: chain.hot, coin: chain.own, recipient, amount };
    // Gas that is sent again and again, and never there, is somebody's game.
    if (await this.#hadGas(id)) this.#backoff.failed(id);
    return ownPayments.begin(order);
  }

  async #hadGas(reference: number): Promise<boolean> {
    const before = await this.#parts.db
      .selectFrom('chain_payments')
      .select('id')
      .where('chain', '=', this.#parts.coins.chain)
      .where('purpose', '=', 'gas')
      .where('reference', '=', reference)
      .where('state', '=', 'done')
      .limit(1)
      .executeTakeFirst();
    return before !== undefined;
  }

  /** What sending an address its gas takes. */
  #gasCost(): Promise<bigint> {
    const { chain } = this.#parts;
    return chain.costOf(chain.own, chain.addressOf(chain.hot));
  }

  async #isWorth({ ids, amount }: Dust, coin: ChainCoin, cost: bigint): Promise<boolean> {
    const { db, coins, sweepWorth } = this.#parts;
    const least = await sweepWorth.least(coin, cost, await paidInVain(db, coins.chain, ids));
    return least !== null && BigInt(amount) >= least;
  }

  /** What can't be worth a sweep at today's fees isn't looked at one by one: dust of a hundred thousand addresses keeps nobody waiting. */
  async #floorsAt(height: number): Promise<readonly Floor[]> {
    if (this.#floors.height === height) return this.#floors.all;
    const { chain, coins, sweepWorth } = this.#parts;
    const all: Floor[] = [];
    for (const coin of coins.all) {
      // On Tron a trial says what a token's payment takes, and it fails where the hot wallet has none of the token.
      const cost = await chain.costOf(coin, chain.addressOf(chain.hot)).catch(() => this.#gasCost());
      const least = await sweepWorth.least(coin, cost);
      if (least !== null) all.push({ coin: coin.coin, least: String(least) });
    }
    this.#floors = { height, all };
    return all;
  }

  /** What nothing is done about yet, and whose turn it is: those that can't be swept don't stand before others. */
  async #unswept(floors: readonly Floor[]): Promise<Dust[]> {
    const { rows } = await sql<Dust>`
      select customer, deposit.coin, max(id) as id, json_agg(id) as ids, sum(amount)::bigint as amount
      from chain_deposits deposit
      join json_to_recordset(${JSON.stringify(floors)}) as floor (coin text, least numeric) on floor.coin = deposit.coin
      where chain = ${this.#parts.coins.chain} and state = 'credited' and not swept
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
    `.execute(this.#parts.db);
    // Tokens first, while there may be gas of the own coin.
    const { own } = this.#parts.chain;
    return rows.toSorted((a, b) => Number(a.coin === own.coin) - Number(b.coin === own.coin));
  }

  async #ended({ purpose, reference }: PaymentRow, isGood: boolean): Promise<void> {
    if (!isGood) this.#backoff.failed(reference);
    else if (purpose === 'sweep') await this.#swept(reference);
  }

  /** Writes down, before it begins, what a sweep takes: what is credited meanwhile isn't in it, whichever came first. */
  async #note({ id, ids }: Dust): Promise<void> {
    const isTaken = sql<boolean>`id = any(${ids}::bigint[])`;
    await this.#parts.db.updateTable('chain_deposits').set({ sweep: id }).where(isTaken).execute();
  }

  /** What a sweep took is swept. */
  async #swept(reference: number): Promise<void> {
    await this.#parts.db
      .updateTable('chain_deposits')
      .set({ swept: true })
      .where('chain', '=', this.#parts.coins.chain)
      .where('sweep', '=', reference)
      .where('swept', '=', false)
      .execute();
    this.#backoff.over(reference);
  }
}
