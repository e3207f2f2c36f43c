import { consoleCalls, type PaymentAct, type PaymentFacts } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import type { Authority, WithdrawalProcessor, WithdrawalReview } from '../funds/withdrawals/index.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';
import type { Operator } from './roster.ts';

export interface PaymentsOptions {
  readonly db: Kysely<Tables>;
  readonly approvals: Approvals;
  readonly payment: (id: number) => Promise<Omit<PaymentFacts, 'proposer'> | null>;
  readonly now: () => number;
}

const uniqueViolation = '23505';
const targetOf = (id: number): string => `payment ${id}`;

/** Binds the calls about payments over chains that are stuck. */
export function bindPayments(bind: Bind, options: PaymentsOptions): void {
  const { approvals } = options;
  const { payments } = consoleCalls;

  bind(payments.show, async ({ id }) => {
    const payment = await find(options, id);
    const open = await approvals.findOpen('landing', [targetOf(id)]);
    return { ...payment, proposer: open.get(targetOf(id))?.proposerName ?? null };
  });
  bind(payments.bump, ({ id }, by) => ask(options, { id, act: 'bump', by }));
  bind(payments.giveBack, ({ id }, by) => ask(options, { id, act: 'giveBack', by }));
  bind(payments.markLanded, async ({ id, txid, reference, requestId }, by) => {
    const { withdrawal, trouble, attempts, coin, amount, chain } = await find(options, id);
    if (withdrawal === null || trouble === null) throw new Refusal(Code.conflict, 'notDoubtful');
    if (!attempts.some((attempt) => attempt.txid === txid)) throw new Refusal(Code.conflict, 'otherTransaction');
    const input = { id, withdrawal, chain, coin, amount, txid, reference };
    const approval = await approvals.propose(by, { act: 'landing', target: targetOf(id), input, requestId });
    return { approval: approval.id };
  });
}

async function find(
  { payment }: Pick<PaymentsOptions, 'payment'>,
  id: number,
): Promise<Omit<PaymentFacts, 'proposer'>> {
  const found = await payment(id);
  if (found === null) throw new Refusal(Code.notFound, 'notFound');
  return found;
}

interface Asked {
  readonly id: number;
  readonly act: PaymentAct;
  readonly by: Operator;
}

/** Custody carries it out, in whatever process. @throws Refusal if the payment isn't on its way, or another request waits */
async function ask(options: PaymentsOptions, { id, act, by }: Asked): Promise<null> {
  const { db, now } = options;
  const { state } = await find(options, id);
  if (state !== 'signed') throw new Refusal(Code.conflict, 'paymentNotOpen');
  const [time, operator] = [now(), by.name];
  try {
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('payment_requests').values({ payment: id, act, operator, time }).execute();
      const word = act === 'bump' ? 'payment.bump' : 'payment.giveBack';
      await writeAudit(transaction, { time, operator, act: word, target: targetOf(id) });
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
      throw new Refusal(Code.conflict, 'paymentAsked');
    throw error;
  }
  return null;
}

export interface LandingOptions extends Pick<PaymentsOptions, 'payment' | 'now'> {
  readonly withdrawals: Pick<WithdrawalReview, 'find'>;
  readonly authority: Pick<Authority, 'orderOf' | 'alarm'>;
  readonly processor: Pick<WithdrawalProcessor, 'move'>;
}

/**
 * Completes a withdrawal that two operators found paid. Nothing is signed or returned by this, and the signer goes on to refuse another payment for the same
 * withdrawal. Custody ends the payment itself, with its cost.
 */
export function createLandingApproval(options: LandingOptions): ExecuteApproval<'landing'> {
  const { withdrawals, authority, processor, now } = options;
  return async ({ id, withdrawal, txid }, { by, agreement }) => {
    const payment = await find(options, id);
    const row = await withdrawals.find(withdrawal);
    // The process may have died between completing it and recording that.
    const isDone = row?.state === 'done' && row.txid === txid;
    if (!isDone) {
      const isSame = payment.withdrawal === withdrawal && payment.attempts.some((attempt) => attempt.txid === txid);
      if (row?.state !== 'sent' || payment.trouble === null || !isSame)
        throw new Refusal(Code.conflict, 'paymentChanged');
      if (authority.orderOf(row) === null) {
        authority.alarm(row);
        throw new Refusal(Code.conflict, 'paymentChanged');
      }
      if ((await processor.move(withdrawal, 'done', { txid })) === null)
        throw new Refusal(Code.conflict, 'paymentChanged');
    }
    return {
      record: (transaction) =>
        writeAudit(transaction, {
          time: now(),
          operator: by.name,
          act: 'landing.make',
          target: targetOf(id),
          after: { withdrawal, txid, proposer: agreement.first },
        }),
    };
  };
}
