import type { PaymentAct, PaymentAnswer } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import { forEachRow } from '../for-each-row.ts';
import type { Payer, PaymentProgress } from '../chains/chain.ts';
import type { AttemptRow, PaymentRow } from '../tables.ts';
import type { Payments } from './payments.ts';
import type { WithdrawalSender } from './withdrawal-sender.ts';

export interface PaymentRequestsOptions {
  readonly db: Kysely<Tables>;
  readonly chain: string;
  readonly payer: Payer;
  readonly payments: Payments;
  readonly sender: Pick<WithdrawalSender, 'look'>;
  readonly log: Logger;
  readonly now: () => number;
}

interface Asked {
  readonly id: number;
  readonly act: PaymentAct;
  readonly payment: number;
}

/**
 * Carries out what operators ask of payments on one chain. A row proves nothing, so that no request does what custody wouldn't do by itself later: a replacement
 * pays the same within the same limits, and money goes back by the same proofs.
 */
export class PaymentRequests {
  readonly #options: PaymentRequestsOptions;

  constructor(options: PaymentRequestsOptions) {
    this.#options = options;
  }

  async work(height: number): Promise<void> {
    const { db, chain, log } = this.#options;
    const waiting = await db
      .selectFrom('payment_requests')
      .innerJoin('chain_payments', 'chain_payments.id', 'payment_requests.payment')
      .select(['payment_requests.id', 'act', 'payment'])
      .where('chain', '=', chain)
      .where('answer', 'is', null)
      .orderBy('payment_requests.id')
      .limit(100)
      .execute();
    await forEachRow(
      waiting,
      async (asked) => this.#answer(asked, await this.#carryOut(asked, height)),
      (err, { id, payment }) => log.error({ err, request: id, payment }, 'paymentRequest.failed'),
    );
  }

  async #carryOut({ act, payment: id }: Asked, height: number): Promise<PaymentAnswer> {
    const { db, payer, payments, sender } = this.#options;
    const payment = await db.selectFrom('chain_payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (payment.state !== 'signed') return payment.state === 'reserved' ? 'notSigned' : 'ended';
    const attempts = await payments.attempts(payment);
    const progress = await payer.progressOf(payment, attempts, height);
    return act === 'bump'
      ? this.#bump(payment, attempts, progress)
      : giveBack(payment, progress, () => sender.look(payment.reference, height));
  }

  async #bump(payment: PaymentRow, attempts: readonly AttemptRow[], progress: PaymentProgress): Promise<PaymentAnswer> {
    if (progress.kind !== 'waiting') return progress.kind;
    return this.#options.payer.replace(payment, attempts);
  }

  async #answer({ id }: Asked, answer: PaymentAnswer): Promise<void> {
    const { db, now } = this.#options;
    await db.updateTable('payment_requests').set({ answer, answered: now() }).where('id', '=', id).execute();
  }
}

/** Nothing is known to prove that a waiting payment can't land: it goes on waiting. */
async function giveBack(
  { purpose }: PaymentRow,
  progress: PaymentProgress,
  look: () => Promise<string | null>,
): Promise<PaymentAnswer> {
  if (purpose !== 'withdrawal') return 'unsupported';
  if (progress.kind === 'waiting') return 'mayLand';
  const state = await look();
  if (state === 'failed') return 'givenBack';
  return progress.kind === 'landed' ? 'landed' : 'unproven';
}
