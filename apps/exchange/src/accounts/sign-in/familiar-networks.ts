import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { networkOf } from '../../transport/http/rate-limits.ts';

/**
 * Networks from which an account was entered before. Strangers elsewhere can use up what all strangers share; an owner who comes without a known device
 * usually comes from such a network, and isn't counted with them. A neighbour in the network shares the counts of that network alone.
 */
export interface FamiliarNetworks {
  /** False where there is no account. Takes the same work then. */
  has(account: number | null, ip: string): Promise<boolean>;
  /** Notes that the account was entered from there. */
  note(account: number, ip: string): Promise<void>;
}

export interface FamiliarNetworksOptions {
  readonly db: Kysely<Tables>;
  readonly now: () => number;
}

/** Of an account; the one that was used longest ago makes room. */
const networksMax = 20;
/** A network that the account wasn't entered from for so long isn't familiar any more. */
export const networkKeptMs = 180 * 86_400_000;

export function createFamiliarNetworks({ db, now }: FamiliarNetworksOptions): FamiliarNetworks {
  return {
    has: async (account, ip) => {
      const row = await db
        .selectFrom('familiar_networks')
        .select('used')
        // Nobody's number is 0.
        .where('customer', '=', account ?? 0)
        .where('network', '=', networkOf(ip))
        .where('used', '>', now() - networkKeptMs)
        .executeTakeFirst();
      return row !== undefined;
    },
    note: async (customer, ip) => {
      const used = now();
      await db
        .insertInto('familiar_networks')
        .values({ customer, network: networkOf(ip), used })
        .onConflict((conflict) => conflict.columns(['customer', 'network']).doUpdateSet({ used }))
        .execute();
      const kept = db.selectFrom('familiar_networks').select('network').where('customer', '=', customer);
      await db
        .deleteFrom('familiar_networks')
        .where('customer', '=', customer)
        .where('network', 'in', kept.orderBy('used', 'desc').orderBy('network').offset(networksMax))
        .execute();
    },
  };
}

/** Forgets all of an account's, in the transaction of a reset: somebody else may have entered from one. */
export async function forgetNetworks(transaction: Transaction<Tables>, customer: number): Promise<void> {
  await transaction.deleteFrom('familiar_networks').where('customer', '=', customer).execute();
}
