import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import type { Executor } from './choices.ts';

/** An address at a push service, with the keys that pushes to it are encrypted with. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface NewDevice extends PushSubscription {
  readonly customer: number;
  readonly session: string;
  readonly time: number;
}

/** Per customer; a new device displaces the oldest. */
const maxDevices = 20;

/** Sends pushes to a session's device. A browser whose pushes went to another session, or customer, gets them for this one only. */
export async function addDevice(db: Kysely<Tables>, { time, ...device }: NewDevice): Promise<void> {
  const { customer, session, endpoint } = device;
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('customers').select('id').where('id', '=', customer).forUpdate().execute();
    const others = transaction.deleteFrom('push_devices').where('session', '!=', session);
    await others.where('endpoint', '=', endpoint).execute();
    await transaction
      .insertInto('push_devices')
      .values({ ...device, created: time })
      .onConflict((conflict) =>
        conflict.column('session').doUpdateSet({ endpoint, p256dh: device.p256dh, auth: device.auth }),
      )
      .execute();
    const ofCustomer = transaction.selectFrom('push_devices').select('session').where('customer', '=', customer);
    await others
      .where('customer', '=', customer)
      .where('session', 'in', ofCustomer.orderBy('created', 'desc').orderBy('session').offset(maxDevices))
      .execute();
  });
}

export async function removeDevice(executor: Executor, session: string): Promise<void> {
  await executor.deleteFrom('push_devices').where('session', '=', session).execute();
}

/** The sessions of a customer's devices. */
export async function deviceSessions(executor: Executor, customer: number): Promise<string[]> {
  const rows = await executor.selectFrom('push_devices').select('session').where('customer', '=', customer).execute();
  return rows.map(({ session }) => session);
}

/** null if the device was removed. */
export async function findDevice(executor: Executor, session: string): Promise<PushSubscription | null> {
  const columns = ['endpoint', 'p256dh', 'auth'] as const;
  const row = await executor
    .selectFrom('push_devices')
    .select(columns)
    .where('session', '=', session)
    .executeTakeFirst();
  return row ?? null;
}
