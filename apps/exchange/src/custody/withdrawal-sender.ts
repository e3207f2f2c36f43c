import { toChainUnits } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import type { Desk, WithdrawalRow } from '../withdrawals/index.ts';
import { type ChainFacts, ownerOf } from './chain-facts.ts';
import type { ChainCoin } from './coins.ts';
import { internal } from './deposits.ts';
import { eachOrLog } from './each-or-log.ts';
import type { Payer } from './followed-chain.ts';
import type { AttemptRow, PaymentRow, Payments } from './payments.ts';
import { SigningRefused } from './signer-client.ts';

export interface WithdrawalSenderParts {
  readonly db: Kysely<Tables>;
  readonly facts: ChainFacts;
  readonly payer: Payer;
  readonly payments: Payments;
  readonly desk: Desk;
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
    await this.#mend(height);
    await eachOrLog(await this.#rows('sent'), log, 'a withdrawal', (row) => this.#follow(row, height));
    await eachOrLog(await this.#rows('approved'), log, 'a withdrawal', (row) => this.#begin(row));
  }

  async #begin(row: WithdrawalRow): Promise<void> {
    const { facts, desk, payer, payments } = this.#parts;
    const coin = facts.coins.byName(row.coin);
    if (!coin) return this.#putAside(row, 'its coin is not of this chain');
    if ((await this.#ownerOf(row)) !== null) {
      const moved = await desk.move(row.id, 'sent', { txid: internal, confirmations: 0 });
      if (moved) await this.#payInside(moved, coin);
      return;
    }
    const amount = toChainUnits(row.amount - row.fee, coin.ledgerDecimals, coin.chainDecimals);
    const order = { purpose: 'withdrawal', reference: row.id, key: facts.addresses.hot, coin, amount } as const;
    const prepared = await payer.prepare({ ...order, recipient: row.address });
    if (prepared.kind === 'later') return;
    if (prepared.kind === 'refused') return this.#putAside(row, prepared.reason);
    const { payment } = prepared;
    try {
      const standing = await payments.attempts(payment);
      const attempt = standing.at(-1) ?? (await this.#sign(payment));
      // Signed and written down: from now on it may land, so it is never given back on a guess.
      const moved = await desk.move(row.id, 'sent', { txid: attempt.txid, confirmations: 0 });
      if (moved) await payer.send(attempt);
    } catch (error) {
      if (!(error instanceof SigningRefused)) throw error;
      await payer.forget(payment);
      this.#putAside(row, error.message);
    }
  }

  /** What wasn't signed gives its nonce back at once, before others are given the next: they would wait for it. */
  async #sign(payment: PaymentRow): Promise<AttemptRow> {
    const { payer, payments } = this.#parts;
    try {
      return await payer.sign(payment);
    } catch (error) {
      await payments.forget(payment);
      throw error;
    }
  }

  #putAside(row: WithdrawalRow, reason: string): void {
    const { log, now } = this.#parts;
    this.#setAside.set(row.id, now() + lookAgainMs);
    log.error({ withdrawal: row.id, reason }, 'a withdrawal is not paid until somebody looks');
  }

  async #follow(row: WithdrawalRow, height: number): Promise<void> {
    const { facts, payments, payer, desk } = this.#parts;
    if (row.txid === internal) {
      const coin = facts.coins.byName(row.coin);
      if (coin) await this.#payInside(row, coin);
      return;
    }
    const payment = await payments.find(facts.chain, 'withdrawal', row.id);
    if (!payment) throw new Error(`withdrawal ${row.id} was sent and has no payment`);
    const attempts = await payments.attempts(payment);
    const standing = await payer.standing(payment, attempts, height);
    if (standing.kind === 'waiting') return payer.pursue(payment, attempts);
    if (standing.kind === 'displaced') return this.#fail(row, payment, 0n);
    if (standing.confirmations < facts.confirmations) return this.#note(row, standing.txid, standing.confirmations);
    if (!standing.isGood) return this.#fail(row, payment, standing.cost);
    await desk.move(row.id, 'done', { txid: standing.txid, confirmations: standing.confirmations });
    await payments.end(payment, 'done', standing.cost);
  }

  /** Ends payments whose withdrawals have ended without them. */
  async #mend(height: number): Promise<void> {
    const { facts, payments, payer, log } = this.#parts;
    const left = await payments.ofEndedWithdrawals(facts.chain);
    await eachOrLog(left, log, 'a payment of a withdrawal that has ended', async ({ ended, ...payment }) => {
      if (payment.state === 'reserved') return payments.forget(payment);
      if (ended !== 'done' && ended !== 'failed') return;
      const standing = await payer.standing(payment, await payments.attempts(payment), height);
      if (ended === 'failed') await payer.forget(payment);
      else if (standing.kind !== 'landed') return;
      await payments.end(payment, ended, standing.kind === 'landed' ? standing.cost : 0n);
    });
  }

  /** To one of our own customers: nothing needs to leave. */
  async #payInside(row: WithdrawalRow, coin: ChainCoin): Promise<void> {
    const { db, facts, desk, now } = this.#parts;
    const customer = await this.#ownerOf(row);
    if (customer === null) throw new Error(`withdrawal ${row.id} went inside, to nobody`);
    const [time, amount] = [now(), row.amount - row.fee];
    await db
      .insertInto('chain_deposits')
      .values({
        chain: facts.chain,
        txid: `${internal}-${row.id}`,
        position: 0,
        customer,
        address: facts.addresses.canonical(row.address),
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

  async #fail(row: WithdrawalRow, payment: PaymentRow, cost: bigint): Promise<void> {
    const reason = { reason_zh: '链上交易失败，资金已退回', reason_en: 'The transaction failed on the chain' };
    await this.#parts.desk.move(row.id, 'failed', reason);
    await this.#parts.payer.forget(payment);
    await this.#parts.payments.end(payment, 'failed', cost);
  }

  async #note(row: WithdrawalRow, txid: string, confirmations: number): Promise<void> {
    if (row.txid === txid && row.confirmations === confirmations) return;
    await this.#parts.db.updateTable('withdrawals').set({ txid, confirmations }).where('id', '=', row.id).execute();
  }

  /** Those that were put aside, and whose turn hasn't come again. */
  #waiting(): number[] {
    const time = this.#parts.now();
    for (const [id, until] of this.#setAside) if (until <= time) this.#setAside.delete(id);
    return [...this.#setAside.keys()];
  }

  #ownerOf({ address }: WithdrawalRow): Promise<number | null> {
    return ownerOf(this.#parts.db, this.#parts.facts, address);
  }

  #rows(state: 'approved' | 'sent'): Promise<WithdrawalRow[]> {
    return this.#parts.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('chain', '=', this.#parts.facts.chain)
      .where('state', '=', state)
      .where('closed', '=', false)
      .where(sql<boolean>`id <> all(${this.#waiting()}::bigint[])`)
      .orderBy('id')
      .limit(100)
      .execute();
  }
}
