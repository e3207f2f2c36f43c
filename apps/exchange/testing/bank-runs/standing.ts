import type { Kysely } from 'kysely';
import { readBankReserves } from '../../src/banks/days/reserves.ts';
import type { Tables } from '../../src/database/tables.ts';
import { assetOf, currency, scaleOf, type RunExchange } from './open-runs.ts';

/** What a customer has, and what of it is in payment, in minor units. */
export interface Standing {
  readonly total: number;
  readonly inPayment: number;
}

/** By the customers' order. */
export function standingOf({ ledger, customers }: Pick<RunExchange, 'ledger' | 'customers'>): Standing[] {
  const { directory, host } = ledger;
  const scale = scaleOf(directory);
  return customers.map(({ id }) => {
    const { available, frozen } = host.engine.balance(id, 'fiat', assetOf(directory));
    return { total: (available + frozen) / scale, inPayment: frozen / scale };
  });
}

/** In minor units. */
export async function readReserves(db: Kysely<Tables>): Promise<number> {
  return Math.round(Number((await readBankReserves(db))[currency]) * 100);
}
