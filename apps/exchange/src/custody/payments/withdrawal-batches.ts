import { maxBatchSize } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import type { WithdrawalProcessor, WithdrawalRow } from '../../funds/withdrawals/index.ts';
import type { BatchPayer, ChainFacts, Payer, PaymentOrder } from '../chains/chain.ts';
import { forEachRow } from '../for-each-row.ts';
import type { PaymentRow } from '../tables.ts';
import type { Payments } from './payments.ts';
import { type SignerClient, SigningRefused } from './signer-client.ts';

export interface WithdrawalBatchesOptions {
  readonly db: Kysely<Tables>;
  readonly facts: ChainFacts;
  readonly payer: Pick<Payer, 'send' | 'forget'>;
  readonly batches: BatchPayer;
  readonly payments: Payments;
  readonly processor: WithdrawalProcessor;
  readonly signer: Pick<SignerClient, 'signedFor'>;
  /** 0 to begin no more of them. */
  readonly gatherMs: number;
  readonly single: {
    /** Checks a withdrawal; null if it isn't paid over the chain now. */
    orderOf(row: WithdrawalRow): Promise<PaymentOrder | null>;
    pay(row: WithdrawalRow, order: PaymentOrder): Promise<void>;
    putAside(row: WithdrawalRow, reason: string): void;
    /** Sends a withdrawal back to review that was stopped after it was signed. */
    stopped(row: WithdrawalRow): Promise<boolean>;
  };
  readonly log: Logger;
  readonly now: () => number;
}

/** Pause before a batch is tried again that the signer signed before and refuses now. */
const lookAgainMs = 60_000;

interface Ordered {
  readonly row: WithdrawalRow;
  readonly order: PaymentOrder;
}

/** A withdrawal was rejected, or its account was stopped, while its batch was signed. */
class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly row: WithdrawalRow;

  constructor(row: WithdrawalRow) {
    super(`withdrawal ${row.id} is not approved any more`);
    this.row = row;
  }
}

/**
 * Pays several approved withdrawals by one transaction. A batch is reserved in the tables before it is signed, so that after a crash the signer is asked for the
 * same one again. A withdrawal that can no longer be paid leaves the batch before its transaction is recorded; the others are signed again with all the reserved coins.
 */
export class WithdrawalBatches {
  readonly #options: WithdrawalBatchesOptions;
  /** Withdrawals that the signer refused in a batch: they would hold up others. */
  readonly #alone = new Set<number>();
  /** Until when batches rest, by their payments. */
  readonly #resting = new Map<number, number>();
  /** When the first of those that are gathered now was seen; null if there are none. */
  #since: number | null = null;

  constructor(options: WithdrawalBatchesOptions) {
    this.#options = options;
  }

  /** Continues batches that are reserved, and begins one once enough are gathered; returns those that go by themselves. */
  async work(approved: readonly WithdrawalRow[]): Promise<readonly WithdrawalRow[]> {
    const { gatherMs } = this.#options;
    await this.#close();
    const isResting = ({ id }: PaymentRow): boolean => this.#options.now() < (this.#resting.get(id) ?? 0);
    const reserved = (await this.#open()).filter((batch) => batch.state === 'reserved' && !isResting(batch));
    // Where withdrawals are paused, none of them is among the approved ones.
    if (approved.length > 0)
      await forEachRow(
        reserved,
        (batch) => this.#continue(batch),
        (err, { id }) => this.#options.log.error({ err, payment: id }, 'withdrawal.startFailed'),
      );
    const begun = await this.#begun(approved);
    // What a reserved batch has waits for it.
    const free = approved.filter(({ id }) => (begun.get(id) ?? null) === null);
    const isAlone = ({ id, coin }: WithdrawalRow): boolean =>
      gatherMs === 0 || this.#alone.has(id) || begun.has(id) || !this.#isTaken(coin);
    const alone = free.filter(isAlone);
    const waiting = free.filter((row) => !isAlone(row)).slice(0, maxBatchSize);
    if (this.#isDue(waiting.length))
      await forEachRow(
        [waiting],
        (rows) => this.#begin(rows),
        (err) => this.#options.log.error({ err }, 'withdrawal.startFailed'),
      );
    return alone;
  }

  #isTaken(name: string): boolean {
    const coin = this.#options.facts.coins.byName(name);
    return coin !== null && this.#options.batches.takes(coin);
  }

  #isDue(count: number): boolean {
    const { gatherMs, now } = this.#options;
    if (count === 0) this.#since = null;
    else this.#since ??= now();
    if (this.#since === null || (count < maxBatchSize && now() - this.#since < gatherMs)) return false;
    this.#since = null;
    return true;
  }

  /** The batch of each approved withdrawal that has a payment already; null for one of its own. */
  async #begun(approved: readonly WithdrawalRow[]): Promise<ReadonlyMap<number, number | null>> {
    if (approved.length === 0) return new Map();
    const rows = await this.#options.db
      .selectFrom('chain_payments')
      .select(['reference', 'batch', 'state'])
      .where('chain', '=', this.#options.facts.chain)
      .where('purpose', '=', 'withdrawal')
      .where(
        'reference',
        'in',
        approved.map(({ id }) => id),
      )
      .execute();
    return new Map(rows.map(({ reference, batch, state }) => [reference, state === 'reserved' ? batch : null]));
  }

  async #begin(rows: readonly WithdrawalRow[]): Promise<void> {
    const { single, log } = this.#options;
    const ordered: Ordered[] = [];
    await forEachRow(
      rows,
      async (row) => {
        const order = await single.orderOf(row);
        if (order) ordered.push({ row, order });
      },
      (err, { id }) => log.error({ err, withdrawal: id }, 'withdrawal.startFailed'),
    );
    for (const ofCoin of Map.groupBy(ordered, ({ order }) => order.coin.coin).values()) await this.#pay(ofCoin);
  }

  /** Where coins don't suffice for all, or one of them can't be paid, each half has its turn: what waits holds up no other. */
  async #pay(ordered: readonly Ordered[]): Promise<void> {
    const { batches, single } = this.#options;
    const [first] = ordered;
    if (!first) return;
    if (ordered.length === 1) return single.pay(first.row, first.order);
    const prepared = await batches.prepare(ordered.map(({ order }) => order));
    if (prepared?.kind === 'ready') return this.#continue(prepared.batch, ordered);
    const half = Math.ceil(ordered.length / 2);
    await this.#pay(ordered.slice(0, half));
    await this.#pay(ordered.slice(half));
  }

  /** Signs and sends a reserved batch with those of its withdrawals that may still be paid. */
  async #continue(batch: PaymentRow, checked?: readonly Ordered[]): Promise<void> {
    const { payments } = this.#options;
    const rows = new Map(
      (checked ?? (await this.#checked(await payments.together(batch)))).map(({ row }) => [row.id, row]),
    );
    for (const payment of await payments.together(batch))
      if (!rows.has(payment.reference)) await payments.forget(payment);
    while (await this.#isLeft(batch, rows));
  }

  /** The withdrawals of these payments that are still to be paid, and pay the same. */
  async #checked(paid: readonly PaymentRow[]): Promise<Ordered[]> {
    const { db, facts, single } = this.#options;
    const found: Ordered[] = [];
    for (const { reference, recipient, amount, coin } of paid) {
      const query = db.selectFrom('withdrawals').selectAll().where('id', '=', reference);
      const row = await query.where('chain', '=', facts.chain).where('state', '=', 'approved').executeTakeFirst();
      const order = row ? await single.orderOf(row) : null;
      if (!row || !order) continue;
      const isSame = order.recipient === recipient && String(order.amount) === amount && row.coin === coin;
      if (isSame) found.push({ row, order });
      else single.putAside(row, 'the payment is for something else');
    }
    return found;
  }

  /** Tries to sign and send a batch; true if one of its withdrawals left it, and the rest is to be tried. */
  async #isLeft(batch: PaymentRow, rows: ReadonlyMap<number, WithdrawalRow>): Promise<boolean> {
    const { payer, batches, payments, processor, single } = this.#options;
    const paid = await payments.together(batch);
    if (paid.length === 0) {
      await payer.forget(batch);
      return false;
    }
    try {
      const attempt = await batches.sign(batch, paid, async (transaction, { txid }) => {
        for (const { reference } of paid) {
          const row = rows.get(reference);
          if (!row) throw new Error(`withdrawal ${reference} of batch ${batch.id} was not checked`);
          if ((await processor.noteSent(transaction, row, txid)) === null) throw new Stopped(row);
        }
      });
      await payer.send(attempt);
      return false;
    } catch (error) {
      if (error instanceof Stopped) {
        await this.#leave(paid, error.row.id);
        await single.stopped(error.row);
        return true;
      }
      if (!(error instanceof SigningRefused)) throw error;
      return this.#refused(batch, { paid, rows, error });
    }
  }

  /** The withdrawal that the signer names leaves the batch. If it names none, the batch is given up, unless the signer signed it before. */
  async #refused(
    batch: PaymentRow,
    {
      paid,
      rows,
      error,
    }: {
      readonly paid: readonly PaymentRow[];
      readonly rows: ReadonlyMap<number, WithdrawalRow>;
      readonly error: SigningRefused;
    },
  ): Promise<boolean> {
    const { payer, facts, signer, single, log, now } = this.#options;
    const named = error.reference === null ? undefined : rows.get(error.reference);
    if (named && (await this.#leave(paid, named.id))) {
      this.#alone.add(named.id);
      single.putAside(named, error.message);
      return true;
    }
    const signed = await Promise.all(paid.map(({ reference }) => signer.signedFor(facts.chain, reference)));
    log.error({ payment: batch.id, reason: error.message }, 'withdrawal.batchRefused');
    if (signed.some((transactions) => transactions.length > 0)) {
      this.#resting.set(batch.id, now() + lookAgainMs);
      return false;
    }
    for (const { reference } of paid) {
      this.#alone.add(reference);
      await this.#leave(paid, reference);
    }
    await payer.forget(batch);
    return false;
  }

  /** Removes a withdrawal from a batch that isn't recorded as signed. */
  async #leave(paid: readonly PaymentRow[], reference: number): Promise<boolean> {
    const payment = paid.find((one) => one.reference === reference);
    if (payment) await this.#options.payments.forget(payment);
    return payment !== undefined;
  }

  async #open(): Promise<PaymentRow[]> {
    const { payments, facts } = this.#options;
    return (await payments.open(facts.chain)).filter(({ purpose }) => purpose === 'batch');
  }

  /** Ends batches whose withdrawals have ended; the coins of those that failed are free again, unless a block spent them. */
  async #close(): Promise<void> {
    const { payments, payer, facts } = this.#options;
    for (const batch of await payments.endedBatches(facts.chain)) {
      const paid = await payments.together(batch);
      const isPaid = paid.some(({ state }) => state === 'done');
      if (!isPaid) await payer.forget(batch);
      await payments.end(batch, isPaid ? 'done' : 'failed', 0n);
    }
  }
}
