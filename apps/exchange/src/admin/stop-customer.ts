import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import { cancelAllOf } from '../ledger/cancel-all-of.ts';
import type { Gateway } from '../ledger/gateway.ts';
import type { WithdrawalProcessor } from '../funds/withdrawals/index.ts';
import { createJob, type Job } from '../platform/jobs.ts';
import { closeOpenApproval } from './approvals.ts';

export interface StopCustomerOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly processor: Pick<WithdrawalProcessor, 'cancelWaiting'>;
  readonly log: Logger;
  readonly now: () => number;
}

/**
 * Cancels the open orders and the withdrawals in review of a locked customer. If an operator requested it, the audit log lists what was cancelled
 * and what could not be. The account is locked in either case. The job of {@link createStopJob} retries what
 * failed or is left, because those orders would trade once their market opens. Does nothing if no stop is owed.
 */
export async function stopCustomer(options: StopCustomerOptions, customer: number): Promise<void> {
  const { db, now } = options;
  const owed = await db
    .selectFrom('owed_stops')
    .leftJoin('operators', 'operators.name', 'owed_stops.operator')
    .select(['operators.id', 'owed_stops.operator as name', 'is_told'])
    .where('customer', '=', customer)
    .executeTakeFirst();
  if (owed === undefined) return;
  const [orders, withdrawals] = await Promise.all([
    cancelOrders(options, customer),
    nullIfFailed(options, options.processor.cancelWaiting(customer)),
  ]);
  const { id, name, is_told: wasAudited } = owed;
  await db.transaction().execute(async (transaction) => {
    const by = id === null ? null : { id };
    for (const each of withdrawals ?? [])
      await closeOpenApproval(transaction, { act: 'withdrawal', target: `withdrawal ${each}`, by, time: now() });
    if (orders.isTaken && withdrawals !== null && orders.areAllGone)
      await transaction.deleteFrom('owed_stops').where('customer', '=', customer).execute();
    const hasChanged = orders.audited.orders.length > 0 || withdrawals === null || withdrawals.length > 0;
    if (name === null || (!hasChanged && (wasAudited || orders.areAllGone))) return;
    await transaction.updateTable('owed_stops').set({ is_told: true }).where('customer', '=', customer).execute();
    await writeAudit(transaction, {
      time: now(),
      operator: name,
      act: 'account.stop',
      target: `customer ${customer}`,
      after: { ...orders.audited, withdrawals: withdrawals ?? 'failed' },
    });
  });
}

/** Milliseconds between two attempts to cancel what is left. */
const retryMs = 10_000;

/** Stops the locked accounts that a crash or a lost journal entry left unstopped: once immediately, then periodically. */
export async function createStopJob(options: StopCustomerOptions): Promise<Job> {
  await stopOwed(options);
  return createJob({ name: 'admin.stopLockedAccounts', everyMs: retryMs, run: (signal) => stopOwed(options, signal) });
}

async function stopOwed(options: StopCustomerOptions, signal?: AbortSignal): Promise<void> {
  const owed = await options.db.selectFrom('owed_stops').select('customer').execute();
  for (const { customer } of owed) {
    if (signal?.aborted) return;
    await stopCustomer(options, customer);
  }
}

async function cancelOrders(options: StopCustomerOptions, owner: number) {
  const { host, gateway } = options;
  const open = () => host.engine.openOrders(owner).map(({ orderId }) => orderId);
  const before = open();
  const outcome = await nullIfFailed(options, cancelAllOf(gateway, owner, 'all'));
  const left = new Set(open());
  const ordersLeft = before.filter((id) => left.has(id));
  const orders = before.filter((id) => !left.has(id));
  const audited = { orders, ...(ordersLeft.length > 0 && { ordersLeft }) };
  return { isTaken: outcome !== null, areAllGone: ordersLeft.length === 0, audited };
}

function nullIfFailed<T>({ log }: StopCustomerOptions, stopping: Promise<T>): Promise<T | null> {
  return stopping.catch((error: unknown) => {
    log.error({ err: error }, 'accountHalt.cancelFailed');
    return null;
  });
}
