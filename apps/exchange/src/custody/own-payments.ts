import type { Logger } from 'pino';
import type { ChainFacts } from './chain-facts.ts';
import { eachOrLog } from './each-or-log.ts';
import type { Payer, PaymentOrder } from './payer.ts';
import type { Payments } from './payments.ts';
import type { PaymentRow } from './payment-rows.ts';
import { SigningRefused } from './signer-client.ts';

export interface OwnPaymentsParts {
  readonly facts: ChainFacts;
  readonly payer: Payer;
  readonly payments: Payments;
  readonly log: Logger;
}

/** Told of each that is over, before that is written down: whether it did what it was to do. */
type Ended = (payment: PaymentRow, isGood: boolean) => Promise<void>;

/** The exchange's payments to itself: sweeps, their gas, and what goes to the cold wallet. */
export class OwnPayments {
  readonly #parts: OwnPaymentsParts;

  constructor(parts: OwnPaymentsParts) {
    this.#parts = parts;
  }

  /** Begins one; false where it isn't made. That is tried again when somebody begins it again. */
  async begin(order: PaymentOrder): Promise<boolean> {
    const prepared = await this.#parts.payer.prepare(order);
    if (prepared.kind === 'ready' && prepared.payment.state === 'reserved') return this.#pay(prepared.payment);
    if (prepared.kind === 'refused') {
      const { purpose, reference } = order;
      this.#parts.log.warn({ purpose, reference, reason: prepared.reason }, 'a payment to ourselves is not made');
    }
    return prepared.kind === 'ready';
  }

  /** Sees to those that are on their way. */
  async follow(height: number, onEnd: Ended): Promise<void> {
    const { facts, payments, log } = this.#parts;
    const open = (await payments.open(facts.chain)).filter(({ purpose }) => purpose !== 'withdrawal');
    await eachOrLog(open, log, 'a payment to ourselves', (payment) => this.#follow(payment, height, onEnd));
  }

  async #follow(payment: PaymentRow, height: number, onEnd: Ended): Promise<void> {
    const { facts, payments, payer, log } = this.#parts;
    const attempts = await payments.attempts(payment);
    if (attempts.length === 0) {
      if (!(await this.#pay(payment))) await onEnd(payment, false);
      return;
    }
    const standing = await payer.standing(payment, attempts, height);
    if (standing.kind === 'waiting') return payer.pursue(payment, attempts);
    if (standing.kind === 'landed' && standing.confirmations < facts.confirmations) return;
    const isGood = standing.kind === 'landed' && standing.outcome === 'paid';
    if (!isGood) log.error({ payment: payment.id, purpose: payment.purpose }, 'a payment to ourselves failed');
    await onEnd(payment, isGood);
    await payments.end(payment, isGood ? 'done' : 'failed', standing.kind === 'landed' ? standing.cost : 0n);
    if (!isGood) await payer.forget(payment);
  }

  /** False where the signer refuses it. */
  async #pay(payment: PaymentRow): Promise<boolean> {
    const { payer, log } = this.#parts;
    const { id, purpose } = payment;
    try {
      await payer.send(await payer.sign(payment));
      return true;
    } catch (error) {
      if (!(error instanceof SigningRefused)) throw error;
      await payer.forget(payment);
      log.error({ payment: id, purpose, reason: error.message }, 'a payment to ourselves was not signed');
      return false;
    }
  }
}
