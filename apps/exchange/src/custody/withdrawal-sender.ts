import { hotKey, type PublicKeys, small, toChainUnits } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import type { Desk, WithdrawalRow } from '../withdrawals/index.ts';
import type { ChainCoin, ChainCoins } from './coins.ts';
import { internal } from './deposits.ts';
import { eachOrLog } from './each-or-log.ts';
import type { EvmChain } from './evm-chain.ts';
import { gasOf, type Payer } from './payer.ts';
import type { PaymentRow, Payments } from './payments.ts';
import { SigningRefused } from './signer-client.ts';

export interface WithdrawalSenderParts {
  readonly db: Kysely<Tables>;
  readonly chain: EvmChain;
  readonly coins: ChainCoins;
  readonly keys: PublicKeys;
  readonly payer: Payer;
  readonly payments: Payments;
  readonly desk: Desk;
  readonly confirmations: number;
  readonly log: Logger;
  readonly now: () => number;
}

/** One that the signer refused, or that the hot wallet can't pay, is looked at again after this long. */
const lookAgainMs = 60_000;

/** Pays what was approved. Money is given back only where it provably can't land any more. */
export class WithdrawalSender {
  readonly #parts: WithdrawalSenderParts;
  readonly #setAside = new Map<number, number>();

  constructor(parts: WithdrawalSenderParts) {
    this.#parts = parts;
  }

  /** Begins what was approved, and sees to what is on its way. */
  async work(height: number): Promise<void> {
    const { log } = this.#parts;
    await eachOrLog(await this.#rows('sent'), log, 'a withdrawal', (row) => this.#follow(row, height));
    await eachOrLog(await this.#rows('approved'), log, 'a withdrawal', (row) => this.#begin(row));
  }

  async #begin(row: WithdrawalRow): Promise<void> {
    const { coins, desk, payer, payments, chain, keys, log, now } = this.#parts;
    if ((this.#setAside.get(row.id) ?? 0) > now()) return;
    const coin = coins.byName(row.coin);
    if (!coin) return;
    if (await this.#ownerOf(row.address)) {
      const moved = await desk.move(row.id, 'sent', { txid: internal, confirmations: 0 });
      if (moved) await this.#payInside(moved, coin);
      return;
    }
    const amount = toChainUnits(row.amount - row.fee, coin.ledgerDecimals, coin.chainDecimals);
    const hot = keys.addressOf(hotKey);
    const payment = await payments.reserve(
      {
        chain: coins.chain,
        purpose: 'withdrawal',
        reference: row.id,
        branch: hotKey.branch,
        key_index: hotKey.index,
        coin: row.coin,
        recipient: small(row.address),
        amount: String(amount),
      },
      await chain.transactionCount(hot),
    );
    try {
      if (payment.state === 'reserved' && !(await this.#canPay(coin, amount)))
        throw new SigningRefused('the hot wallet has too little');
      const standing = await payments.attempts(payment);
      const attempt = standing.at(-1) ?? (await payer.sign(payment));
      // Signed and written down: from now on it may land, so it is never given back on a guess.
      const moved = await desk.move(row.id, 'sent', { txid: attempt.txid, confirmations: 0 });
      if (moved) await payer.send(attempt);
    } catch (error) {
      if (!(error instanceof SigningRefused)) throw error;
      await payments.forget(payment);
      this.#setAside.set(row.id, now() + lookAgainMs);
      log.error({ withdrawal: row.id, reason: error.message }, 'a withdrawal is not paid until somebody looks');
    }
  }

  async #follow(row: WithdrawalRow, height: number): Promise<void> {
    const { coins, payments, payer, desk, confirmations } = this.#parts;
    if (row.txid === internal) {
      const coin = coins.byName(row.coin);
      if (coin) await this.#payInside(row, coin);
      return;
    }
    const payment = await this.#paymentOf(row);
    if (!payment) throw new Error(`withdrawal ${row.id} was sent and has no payment`);
    const attempts = await payments.attempts(payment);
    const standing = await payer.standing(payment, attempts, height);
    if (standing.kind === 'waiting') return payer.pursue(payment, attempts);
    if (standing.kind === 'displaced') return this.#fail(row, payment);
    if (standing.confirmations < confirmations) return this.#note(row, standing.txid, standing.confirmations);
    if (!standing.isGood) return this.#fail(row, payment);
    await desk.move(row.id, 'done', { txid: standing.txid, confirmations: standing.confirmations });
    await payments.end(payment, 'done');
  }

  /** To one of our own customers: nothing needs to leave. */
  async #payInside(row: WithdrawalRow, coin: ChainCoin): Promise<void> {
    const { db, coins, desk, now } = this.#parts;
    const customer = await this.#ownerOf(row.address);
    if (customer === null) throw new Error(`withdrawal ${row.id} went inside, to nobody`);
    const [time, amount] = [now(), row.amount - row.fee];
    await db
      .insertInto('chain_deposits')
      .values({
        chain: coins.chain,
        txid: `${internal}-${row.id}`,
        position: 0,
        customer,
        address: small(row.address),
        coin: row.coin,
        asset: coin.asset,
        amount,
        height: 0,
        block_hash: internal,
        state: 'seen',
        swept: true,
        time,
        updated: time,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await desk.move(row.id, 'done');
  }

  async #fail(row: WithdrawalRow, payment: PaymentRow): Promise<void> {
    const reason = { reason_zh: '链上交易失败，资金已退回', reason_en: 'The transaction failed on the chain' };
    await this.#parts.desk.move(row.id, 'failed', reason);
    await this.#parts.payments.end(payment, 'failed');
  }

  /** Whether the hot wallet has it, beside what it is paying already. */
  async #canPay(coin: ChainCoin, amount: bigint): Promise<boolean> {
    const { chain, coins, keys, payments } = this.#parts;
    const hot = keys.addressOf(hotKey);
    const open = (await payments.open(coins.chain)).filter(
      ({ branch, state }) => branch === hotKey.branch && state === 'signed',
    );
    const leaving = (name: string): bigint =>
      open.reduce((sum, payment) => (payment.coin === name ? sum + BigInt(payment.amount) : sum), 0n);
    const own = coins.byContract(null);
    const { feePerGas } = await chain.fees();
    const gas = BigInt(open.length + 1) * gasOf.token * feePerGas + (own ? leaving(own.coin) : 0n);
    const ownNeeded = coin.contract === null ? gas + amount : gas;
    if ((await chain.balance(hot, null)) < ownNeeded) return false;
    return coin.contract === null || (await chain.balance(hot, coin.contract)) >= leaving(coin.coin) + amount;
  }

  async #note(row: WithdrawalRow, txid: string, confirmations: number): Promise<void> {
    if (row.txid === txid && row.confirmations === confirmations) return;
    await this.#parts.db.updateTable('withdrawals').set({ txid, confirmations }).where('id', '=', row.id).execute();
  }

  async #ownerOf(address: string): Promise<number | null> {
    const row = await this.#parts.db
      .selectFrom('deposit_addresses')
      .select('customer')
      .where('family', '=', 'evm')
      .where('address', '=', small(address))
      .executeTakeFirst();
    return row?.customer ?? null;
  }

  #paymentOf(row: WithdrawalRow): Promise<PaymentRow | undefined> {
    return this.#parts.db
      .selectFrom('chain_payments')
      .selectAll()
      .where('chain', '=', this.#parts.coins.chain)
      .where('purpose', '=', 'withdrawal')
      .where('reference', '=', row.id)
      .executeTakeFirst();
  }

  #rows(state: 'approved' | 'sent'): Promise<WithdrawalRow[]> {
    return this.#parts.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('chain', '=', this.#parts.coins.chain)
      .where('state', '=', state)
      .where('closed', '=', false)
      .orderBy('id')
      .limit(100)
      .execute();
  }
}
