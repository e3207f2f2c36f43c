import type { Logger } from 'pino';
import type { ChainFacts, Payer, PaymentOrder } from '../chains/chain.ts';
import { forEachRow } from '../for-each-row.ts';
import type { Payments } from './payments.ts';
import type { PaymentRow } from '../tables.ts';
import { SigningRefused } from './signer-client.ts';

export interface OwnPaymentsOptions {
  readonly facts: ChainFacts;
  readonly payer: Payer;
  readonly payments: Payments;
  readonly log: Logger;
}

/** Called for each ended payment before the end is recorded; `isGood` if it did its job. */
type Ended = (payment: PaymentRow, isGood: boolean) => Promise<void>;

/** What to do with a payment that no block has: send it again, leave it for now, or give it up because it can't do its job. */
type WaitingCourse = 'pursue' | 'leave' | 'giveUp';

interface Following {
  readonly onEnd: Ended;
  /** Without it, waiting payments are sent again. */
  readonly onWaiting?: (payment: PaymentRow) => Promise<WaitingCourse>;
}

/** The exchange's payments to itself: sweeps, their gas, and transfers to the cold wallet. */
export class OwnPayments {
  readonly #options: OwnPaymentsOptions;

  constructor(options: OwnPaymentsOptions) {
    this.#options = options;
  }

  /** Starts a payment; returns false if it is not made. Starting it again retries it. */
  async begin(order: PaymentOrder): Promise<boolean> {
    const prepared = await this.#options.payer.prepare(order);
    if (prepared.kind === 'ready' && prepared.payment.state === 'reserved') return this.#pay(prepared.payment);
    if (prepared.kind === 'refused') {
      const { purpose, reference } = order;
      this.#options.log.warn({ purpose, reference, reason: prepared.reason }, 'ownPayment.notStarted');
    }
    return prepared.kind === 'ready';
  }

  /** Follows open payments to their end. */
  async follow(height: number, following: Following): Promise<void> {
    const { facts, payments, log } = this.#options;
    const open = (await payments.open(facts.chain)).filter(
      ({ purpose }) => purpose !== 'withdrawal' && purpose !== 'batch',
    );
    await forEachRow(
      open,
      (payment) => this.#follow(payment, height, following),
      (err, { id, purpose }) => log.error({ err, payment: id, purpose }, 'ownPayment.followFailed'),
    );
  }

  async #follow(payment: PaymentRow, height: number, { onEnd, onWaiting }: Following): Promise<void> {
    const { facts, payments, payer, log } = this.#options;
    const attempts = await payments.attempts(payment);
    if (attempts.length === 0) {
      if (!(await this.#pay(payment))) await onEnd(payment, false);
      return;
    }
    const progress = await payer.progressOf(payment, attempts, height);
    if (progress.kind === 'waiting') {
      const course = (await onWaiting?.(payment)) ?? 'pursue';
      if (course === 'pursue') await payer.pursue(payment, attempts);
      if (course === 'giveUp') await payments.giveUp(payment);
      return;
    }
    if (progress.kind === 'landed' && progress.confirmations < facts.confirmations) return;
    const isGood = progress.kind === 'landed' && progress.outcome === 'paid';
    if (!isGood) log.error({ payment: payment.id, purpose: payment.purpose }, 'ownPayment.failed');
    await onEnd(payment, isGood);
    await payments.end(payment, isGood ? 'done' : 'failed', progress.kind === 'landed' ? progress.cost : 0n);
    if (!isGood) await payer.forget(payment);
  }

  /** Returns false if the signer refuses. */
  async #pay(payment: PaymentRow): Promise<boolean> {
    const { payer, log } = this.#options;
    const { id, purpose } = payment;
    try {
      await payer.send(await payer.sign(payment));
      return true;
    } catch (error) {
      if (!(error instanceof SigningRefused)) throw error;
      await payer.forget(payment);
      log.error({ payment: id, purpose, reason: error.message }, 'ownPayment.signingRefused');
      return false;
    }
  }
}
