import type { Context } from '../ledger/context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

/** Asks if a customer has ever placed an order that was accepted. */
export function createHasOrdered({ storage }: Pick<Context, 'storage'>, { projector }: Pick<Ledger, 'projector'>) {
  const { exact: db } = storage.reads;
  return async (customer: number): Promise<boolean> => {
    await projector.reachedFor(customer);
    const first = db.selectFrom('orders').select('id').where('owner', '=', customer).limit(1);
    return (await first.executeTakeFirst()) !== undefined;
  };
}
