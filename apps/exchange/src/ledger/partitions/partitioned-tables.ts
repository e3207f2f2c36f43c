import type { Pool, PoolClient } from 'pg';

/** The tables of history: their partitions, but for the first and the last, are between two values of the key. */
export interface PartitionedTable {
  readonly table: 'orders' | 'fills' | 'postings';
  readonly key: 'id' | 'time';
  /** Storage options, which a copy of a table's form doesn't take over. */
  readonly options: string;
}

export const orders: PartitionedTable = { table: 'orders', key: 'id', options: 'with (fillfactor = 90)' };
export const fills: PartitionedTable = { table: 'fills', key: 'time', options: '' };
export const postings: PartitionedTable = { table: 'postings', key: 'time', options: '' };

/** The partition for everything from a value of the key on. It keeps the writer from ever lacking one, and is empty where partitions are made in time. */
export const lastOf = ({ table }: PartitionedTable): string => `${table}_last`;

export interface Partition {
  readonly name: string;
  /** Null for the first. */
  readonly from: number | null;
  /** Null for the last. */
  readonly to: number | null;
}

/** Lists a table's partitions in order. */
export async function listPartitions(pool: Pool | PoolClient, table: string): Promise<readonly Partition[]> {
  const { rows } = await pool.query<{ name: string; bounds: string }>(
    `select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bounds from pg_class
    join pg_inherits on inhrelid = pg_class.oid where inhparent = $1::regclass`,
    [table],
  );
  return rows
    .map(({ name, bounds }) => {
      const [from = null, to = null] = Array.from(bounds.matchAll(/\('?(MINVALUE|MAXVALUE|-?\d+)'?\)/g), ([, value]) =>
        value === 'MINVALUE' || value === 'MAXVALUE' ? null : Number(value),
      );
      return { name, from, to };
    })
    .toSorted((one, other) => (one.from ?? -Infinity) - (other.from ?? -Infinity));
}
