import type { Generated, GeneratedAlways } from 'kysely';

export interface FeeTables {
  fee_tiers: {
    id: GeneratedAlways<number>;
    name_zh: string;
    name_en: string;
    maker_ppm: number;
    taker_ppm: number;
    /** Volume of 30 days that reaches the tier, in whole USDT; null: assigned by hand only. */
    from_usdt: number | null;
  };
  /** Customers with other fees than the markets', or with recent trades. The ledger is synced to it. */
  customer_fees: {
    customer: number;
    tier: number | null;
    /** Individual fees, outside of every tier; then both are set, and by hand. */
    maker_ppm: number | null;
    taker_ppm: number | null;
    /** Set by an operator: volume does not change it. */
    by_hand: boolean;
    /** Volume of 30 days in whole USDT, as of the last day that was evaluated. */
    turnover_usdt: Generated<number>;
  };
  /** The days whose volume was evaluated. */
  fee_days: { day: string; time: number; moved: number };
}
