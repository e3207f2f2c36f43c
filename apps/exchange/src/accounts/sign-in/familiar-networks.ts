import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { networkOf } from '../../platform/limits/network-of.ts';

/**
 * Networks where an account logged in before. Strangers elsewhere can use up the limits that all strangers share. An owner without a known
 * device usually comes from a familiar network, which has its own counts, shared only with neighbours in that network.
 */
export interface FamiliarNetworks {
  /** False if there is no account; the work is the same. */
  has(account: number | null, ip: string): Promise<boolean>;
  /** Records a log-in from this network. */
  note(account: number, ip: string): Promise<void>;
}

export interface FamiliarNetworksOptions {
  readonly db: Kysely<Tables>;
  readonly now: () => number;
}

/** Per account; the least recently used network is replaced. */
const maxNetworks = 20;
/** A network is forgotten after this time without a log-in. */
export const networkKeptMs = 180 * 86_400_000;

export function createFamiliarNetworks({ db, now }: FamiliarNetworksOptions): FamiliarNetworks {
  return {
    has: async (account, ip) => {
      const row = await db
        .selectFrom('familiar_networks')
        .select('used')
        // No account has the number 0.
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
        .where('network', 'in', kept.orderBy('used', 'desc').orderBy('network').offset(maxNetworks))
        .execute();
    },
  };
}

/** Forgets all networks of an account in the transaction of a reset, as a thief may have used one. */
export async function forgetNetworks(transaction: Transaction<Tables>, customer: number): Promise<void> {
  await transaction.deleteFrom('familiar_networks').where('customer', '=', customer).execute();
}
