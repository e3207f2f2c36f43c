import type { JSONColumnType } from 'kysely';

export interface LiabilityTables {
  /** What was published for a day. */
  liability_days: {
    day: string;
    sequence: number;
    time: number;
    /** Customers' nonces of the day are made from it: nobody learns it. */
    secret: Buffer;
    totals: JSONColumnType<{ asset: string; total: string; hash: string; rows: number }[]>;
  };
  /** The trees of the last days, node by node: row 0 are the leaves. */
  liability_nodes: {
    day: string;
    asset: string;
    row: number;
    place: number;
    hash: string;
    /** Digits: it may pass 64 bits. */
    sum: string;
    customer: number | null;
  };
}
