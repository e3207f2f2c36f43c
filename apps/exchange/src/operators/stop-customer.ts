import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import type { EngineHost } from '../trading/engine-host.ts';
import type { Gateway } from '../trading/gateway.ts';
import type { Desk } from '../withdrawals/index.ts';
import { dropOpen } from './approvals.ts';
import type { Operator } from './roster.ts';

export interface StopParts {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly desk: Pick<Desk, 'cancelWaiting'>;
  readonly log: Logger;
  readonly now: () => number;
}

/**
 * Cancels what a locked customer still has on its way: open orders, and withdrawals in review. The audit log has which, and what could not
 * be stopped, such as orders in a halted market; the account is locked all the same. Of nothing there is no line.
 */
export async function stopCustomer(parts: StopParts, customer: number, by: Operator): Promise<void> {
  const { db, now } = parts;
  const [orders, withdrawals] = await Promise.all([
    cancelOrders(parts, customer),
    orNull(parts, parts.desk.cancelWaiting(customer)),
  ]);
  if (orders.ordersBefore === 0 && withdrawals?.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const id of withdrawals ?? [])
      await dropOpen(transaction, { act: 'withdrawal', target: `withdrawal ${id}`, by, time: now() });
    await writeAudit(transaction, {
      time: now(),
      operator: by.name,
      act: 'account.stop',
      target: `customer ${customer}`,
      after: { ...orders.told, withdrawals: withdrawals ?? 'failed' },
    });
  });
}

async function cancelOrders(parts: StopParts, owner: number) {
  const { host, gateway } = parts;
  const open = () => host.engine.openOrders(owner).map(({ orderId }) => orderId);
  const before = open();
  await orNull(parts, gateway.submit({ type: 'cancelAll', owner, market: 'all' }));
  const left = new Set(open());
  const ordersLeft = before.filter((id) => left.has(id));
  const orders = before.filter((id) => !left.has(id));
  return { ordersBefore: before.length, told: { orders, ...(ordersLeft.length > 0 && { ordersLeft }) } };
}

function orNull<T>({ log }: StopParts, stopping: Promise<T>): Promise<T | null> {
  return stopping.catch((error: unknown) => {
    log.error({ err: error }, 'something of a locked account could not be stopped');
    return null;
  });
}
