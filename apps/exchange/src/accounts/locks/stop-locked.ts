import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { writeAudit } from '../../audit/audit.ts';
import type { AnyHandle, AnyTransaction } from '../../database/rooms.ts';
import type { Tables } from '../room.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { cancelAllOf } from '../../ledger/cancel-all-of.ts';
import type { Gateway } from '../../ledger/gateway.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import { dequeueAccountHalt } from './queued-halts.ts';

/** What other rooms do when an account stops. */
export interface StopParts {
  readonly db: AnyHandle;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  /** Cancels a customer's withdrawals in review and those not begun; returns their ids. */
  readonly cancelWithdrawals: (customer: number) => Promise<readonly number[]>;
  /** Called with the cancelled withdrawals, and the name of the operator who requested the stop; null for the customer. */
  readonly onCancelled: (
    transaction: AnyTransaction,
    withdrawals: readonly number[],
    operator: string | null,
  ) => Promise<void>;
}

interface StopOptions extends StopParts {
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  readonly now: () => number;
}

/** Cancels what locked customers have open. */
export interface Stops {
  /** Cancels a locked customer's open orders and withdrawals in review. Does nothing if no stop is owed. */
  stop(customer: number): Promise<void>;
  /** Stops the locked accounts that a crash or a lost journal entry left unstopped: once immediately, then by the job that it returns. */
  openJob(): Promise<Job>;
}

export function createStops(options: StopOptions): Stops {
  return { stop: (customer) => stopCustomer(options, customer), openJob: () => createStopJob(options) };
}

/**
 * If an operator requested the stop, the audit log lists what was cancelled and what could not be. The account is locked in either case. The job
 * retries what failed or is left, because those orders would trade once their market opens.
 */
async function stopCustomer(options: StopOptions, customer: number): Promise<void> {
  const { db, now } = options;
  const owed = await db
    .selectFrom('owed_stops')
    .select(['operator as name', 'is_told'])
    .where('customer', '=', customer)
    .executeTakeFirst();
  if (owed === undefined) return;
  const [orders, withdrawals] = await Promise.all([
    cancelOrders(options, customer),
    nullIfFailed(options, options.cancelWithdrawals(customer)),
  ]);
  const { name, is_told: wasAudited } = owed;
  await db.transaction().execute(async (transaction) => {
    await options.onCancelled(transaction, withdrawals ?? [], name);
    if (orders.isTaken && withdrawals !== null && orders.areAllGone) await dequeueAccountHalt(transaction, customer);
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

async function createStopJob(options: StopOptions): Promise<Job> {
  await stopOwed(options);
  return createJob({
    name: 'accounts.stopLockedAccounts',
    everyMs: retryMs,
    run: (signal) => stopOwed(options, signal),
  });
}

async function stopOwed(options: StopOptions, signal?: AbortSignal): Promise<void> {
  const owed = await options.db.selectFrom('owed_stops').select('customer').execute();
  for (const { customer } of owed) {
    if (signal?.aborted) return;
    await stopCustomer(options, customer);
  }
}

async function cancelOrders(options: StopOptions, owner: number) {
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

function nullIfFailed<T>({ log }: StopOptions, stopping: Promise<T>): Promise<T | null> {
  return stopping.catch((error: unknown) => {
    log.error({ err: error }, 'accountHalt.cancelFailed');
    return null;
  });
}
