import type { ContextOf } from '../context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

/** Asks if a customer has ever placed an order that was accepted. */
export function createHasOrdered(
  { storage }: Pick<ContextOf<'orders'>, 'storage'>,
  { projector, host }: Pick<Ledger, 'projector' | 'host'>,
) {
  const { exact: db } = storage.reads;
  return async (customer: number): Promise<boolean> => {
    // Their orders may be in the archive.
    if (host.engine.markets.some((_, market) => host.engine.hasOrdered(customer, market))) return true;
    await projector.reachedFor(customer);
    const first = db.selectFrom('orders').select('id').where('owner', '=', customer).limit(1);
    return (await first.executeTakeFirst()) !== undefined;
  };
}
