import { consoleCalls, type PaymentAct, type PaymentFacts } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import type { Landings } from '../funds/withdrawals/index.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';
import type { Operator } from './roster.ts';

export interface PaymentsOptions {
  readonly db: Kysely<Tables>;
  readonly approvals: Approvals;
  readonly landings: Landings;
  readonly payment: (id: number) => Promise<Omit<PaymentFacts, 'proposer'> | null>;
  readonly now: () => number;
}

const uniqueViolation = '23505';
const targetOf = (id: number): string => `payment ${id}`;

/** Binds the calls about payments over chains that are stuck. */
export function bindPayments(bind: Bind, options: PaymentsOptions): void {
  const { approvals, landings } = options;
  const { payments } = consoleCalls;

  bind(payments.show, async ({ id }) => {
    const payment = await find(options, id);
    const open = await approvals.findOpen('landing', [targetOf(id)]);
    return { ...payment, proposer: open.get(targetOf(id))?.proposerName ?? null };
  });
  bind(payments.bump, ({ id }, by) => ask(options, { id, act: 'bump', by }));
  bind(payments.giveBack, ({ id }, by) => ask(options, { id, act: 'giveBack', by }));
  bind(payments.markLanded, async ({ id, txid, reference, requestId }, by) => {
    const { withdrawal, coin, amount, chain } = await landings.examine(id, txid);
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

/** Completes a withdrawal that two operators found paid. */
export function createLandingApproval({
  landings,
  now,
}: Pick<PaymentsOptions, 'landings' | 'now'>): ExecuteApproval<'landing'> {
  return async (landing, { by, agreement }) => {
    await landings.complete(landing, agreement);
    const { id, withdrawal, txid } = landing;
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
