import { consoleCalls } from '@fft/console-contract';
import { writeAudit } from '../audit/audit.ts';
import type { ChainRecords } from '../custody/index.ts';
import type { Landings } from '../funds/withdrawals/index.ts';
import { refuse } from './refusals.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';

export interface PaymentsOptions {
  readonly approvals: Approvals;
  readonly landings: Landings;
  readonly payment: ChainRecords['payment'];
  readonly askPayment: ChainRecords['askPayment'];
  readonly now: () => number;
}

const targetOf = (id: number): string => `payment ${id}`;

/** Binds the calls about payments over chains that are stuck. */
export function bindPayments(bind: Bind, options: PaymentsOptions): void {
  const { approvals, landings } = options;
  const { payments } = consoleCalls;

  bind(payments.show, async ({ id }) => {
    const payment = await options.payment(id);
    if (payment === null) throw refuse('notFound');
    const open = await approvals.findOpen('landing', [targetOf(id)]);
    return { ...payment, proposer: open.get(targetOf(id))?.proposerName ?? null };
  });
  bind(payments.bump, ({ id }, { name }) => options.askPayment({ payment: id, act: 'bump', operator: name }));
  bind(payments.giveBack, ({ id }, { name }) => options.askPayment({ payment: id, act: 'giveBack', operator: name }));
  bind(payments.markLanded, async ({ id, txid, reference, requestId }, by) => {
    const { withdrawal, coin, amount, chain } = await landings.examine(id, txid);
    const input = { id, withdrawal, chain, coin, amount, txid, reference };
    const approval = await approvals.propose(by, { act: 'landing', target: targetOf(id), input, requestId });
    return { approval: approval.id };
  });
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
