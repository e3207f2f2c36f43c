import type { Database } from '../../src/database/connection.ts';
import type { DrillChain } from './network.ts';

/** The fees of a chain's payments, as custody recorded them. */
export async function recordedFees({ db }: Database, chain: DrillChain): Promise<bigint> {
  const payments = await db.selectFrom('chain_payments').select('cost').where('chain', '=', chain).execute();
  return payments.reduce((sum, { cost }) => sum + BigInt(cost ?? 0), 0n);
}
