import type { Pool } from 'pg';
import type { RecordedPosting } from '../replica/batch-events.ts';

/** True for what an order freezes or releases: no statement shows it, and the engine's open orders say what is frozen, so it has no row in tables of the compact form. */
export function isOrderFreeze({ reason, orderId }: Pick<RecordedPosting, 'reason' | 'orderId'>): boolean {
  return orderId !== 0 && (reason === 'freeze' || reason === 'release');
}

/** The same of a row: tables that an earlier version wrote have them. */
export const orderFreezeRow = "(order_id <> 0 and reason in ('freeze', 'release'))";

/** True for tables whose writer leaves out orders' freezes. */
export async function areCompact(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_compact: boolean }>('select is_compact from history_form');
  return rows[0]?.is_compact === true;
}
