import type { ActInput, PaymentFacts } from '@fft/console-contract';
import type { Agreement } from '../../authority/agreement.ts';
import { refuse } from '../refusals.ts';
import type { Authority } from './authority.ts';
import type { WithdrawalReview } from './review.ts';
import type { WithdrawalProcessor } from './withdrawal-processor.ts';

type Landing = Pick<ActInput<'landing'>, 'id' | 'withdrawal' | 'txid'>;
type Payment = Omit<PaymentFacts, 'proposer'>;

interface LandingsOptions {
  /** A payment over a chain; null if there is none. */
  readonly payment: (id: number) => Promise<Payment | null>;
  readonly withdrawals: Pick<WithdrawalReview, 'find'>;
  readonly authority: Pick<Authority, 'orderOf' | 'alarm'>;
  readonly processor: Pick<WithdrawalProcessor, 'move'>;
}

/** Withdrawals in doubt whose payment people found on the chain. */
export interface Landings {
  /** Returns the payment, and its withdrawal. @throws Refusal if nothing is in doubt, or the transaction isn't one of the payment's */
  examine(payment: number, txid: string): Promise<Payment & { readonly withdrawal: number }>;
  /**
   * Completes a withdrawal that two operators found paid. Nothing is signed or returned by this, and the signer goes on to refuse another payment for
   * the same withdrawal. Custody ends the payment itself, with its cost. @throws Refusal if it can't be completed any more
   */
  complete(landing: Landing, agreement: Agreement): Promise<void>;
}

export function createLandings(options: LandingsOptions): Landings {
  return {
    examine: async (id, txid) => {
      const payment = await options.payment(id);
      if (payment === null) throw refuse('notFound');
      const { withdrawal, trouble } = payment;
      if (withdrawal === null || trouble === null) throw refuse('notDoubtful');
      if (!isAttempt(payment, txid)) throw refuse('otherTransaction');
      return { ...payment, withdrawal };
    },
    complete: (landing, agreement) => complete(options, landing, agreement),
  };
}

async function complete(options: LandingsOptions, landing: Landing, agreement: Agreement): Promise<void> {
  const { withdrawals, authority, processor } = options;
  const { id, withdrawal, txid } = landing;
  agreement.requireAbout('landing', `payment ${id}`, { id, withdrawal, txid });
  const row = await withdrawals.find(withdrawal);
  // The process may have died between completing it and recording that.
  if (row?.state === 'done' && row.txid === txid) return;
  const payment = await options.payment(id);
  const isSame = payment?.withdrawal === withdrawal && isAttempt(payment, txid);
  if (row?.state !== 'sent' || !isSame || payment.trouble === null) throw refuse('paymentChanged');
  if (authority.orderOf(row) === null) {
    authority.alarm(row);
    throw refuse('paymentChanged');
  }
  if ((await processor.move(withdrawal, 'done', { txid })) === null) throw refuse('paymentChanged');
}

function isAttempt({ attempts }: Payment, txid: string): boolean {
  return attempts.some((attempt) => attempt.txid === txid);
}
