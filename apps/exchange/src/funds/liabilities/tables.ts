import type { JSONColumnType } from 'kysely';

/** `madeUp`, `held` and `leaving` are missing in days that were published without them. */
export interface StoredTotal {
  asset: string;
  total: string;
  hash: string;
  rows: number;
  madeUp?: string;
  held?: string | null;
  leaving?: string;
}

export interface LiabilityTables {
  /** The publication of a day. */
  liability_days: {
    day: string;
    sequence: number;
    time: number;
    /** The customers' nonces of the day derive from it; it is never published. */
    secret: Buffer;
    totals: JSONColumnType<StoredTotal[]>;
  };
  /** The trees of the last days, node by node; row 0 has the leaves. */
  liability_nodes: {
    day: string;
    asset: string;
    row: number;
    place: number;
    hash: string;
    /** Decimal digits, as it may exceed 64 bits. */
    sum: string;
    customer: number | null;
  };
}
