import type { Logger } from 'pino';
import type { WithdrawalProcessor } from '../../funds/withdrawals/index.ts';
import type { ChainFacts, Payer, PaymentProgress } from '../chains/chain.ts';
import { forEachRow } from '../for-each-row.ts';
import type { PaymentRow } from '../tables.ts';
import type { Payments } from './payments.ts';

export interface EndedWithdrawalsOptions {
  readonly processor: Pick<WithdrawalProcessor, 'notePaidBy'>;
  readonly facts: ChainFacts;
  readonly payer: Payer;
  readonly payments: Payments;
  readonly log: Logger;
}

/** Ends payments whose withdrawals have ended without them: a process died in between, or a reorganisation took back what was final. */
export class EndedWithdrawals {
  readonly #options: EndedWithdrawalsOptions;

  constructor(options: EndedWithdrawalsOptions) {
    this.#options = options;
  }

  async work(height: number): Promise<void> {
    const { facts, payments, log } = this.#options;
    const left = await payments.ofEndedWithdrawals(facts.chain);
    await forEachRow(
      left,
      (payment) => this.#end(payment, height),
      (err, { id, reference }) => log.error({ err, payment: id, withdrawal: reference }, 'payment.endFailed'),
    );
  }

  async #end(found: Awaited<ReturnType<Payments['ofEndedWithdrawals']>>[number], height: number): Promise<void> {
    const { payments, payer } = this.#options;
    const { ended, ...payment } = found;
    if (payment.state === 'reserved') return payer.forget(payment);
    if (ended !== 'done' && ended !== 'failed') return;
    const attempts = await payments.attempts(payment);
    const progress = await payer.progressOf(payment, attempts, height);
    if (ended === 'failed') return this.#endReturned(payment, progress);
    // A reorganisation took it back after its withdrawal was done: the money left the books, so it must land again.
    if (progress.kind === 'waiting') return payer.pursue(payment, attempts);
    return this.#endDone(payment, progress);
  }

  async #endDone(payment: PaymentRow, progress: PaymentProgress): Promise<void> {
    const { facts, payments, log } = this.#options;
    if (progress.kind === 'landed' && progress.confirmations < facts.confirmations) return;
    const isGood = isPaid(progress);
    if (!isGood) log.fatal({ payment: payment.id, withdrawal: payment.reference }, 'payment.undone');
    // Another attempt may land than the one before a reorganisation.
    else await this.#options.processor.notePaidBy(payment.reference, { txid: progress.txid });
    await payments.end(payment, isGood ? 'done' : 'failed', costOf(progress));
  }

  /** Of a withdrawal whose money went back. If a reorganisation lets its transaction succeed after that, its customer has both, and people must act. */
  async #endReturned(payment: PaymentRow, progress: PaymentProgress): Promise<void> {
    const { facts, payments, payer, log } = this.#options;
    // Nothing is released on a guess: a block says what became of it.
    if (progress.kind === 'waiting') return;
    if (!isPaid(progress)) {
      await payer.forget(payment);
      return payments.end(payment, 'failed', costOf(progress));
    }
    if (progress.confirmations < facts.confirmations) return;
    log.fatal({ payment: payment.id, withdrawal: payment.reference }, 'payment.paidAfterReturn');
    await payments.end(payment, 'done', progress.cost);
  }
}

/** True if it is in a block and may have paid its recipient. */
function isPaid(progress: PaymentProgress): progress is PaymentProgress & { readonly kind: 'landed' } {
  return progress.kind === 'landed' && progress.outcome !== 'failed';
}

function costOf(progress: PaymentProgress): bigint {
  return progress.kind === 'landed' ? progress.cost : 0n;
}
