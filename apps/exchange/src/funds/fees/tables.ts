import type { Generated, GeneratedAlways } from 'kysely';

export interface FeeTables {
  fee_tiers: {
    id: GeneratedAlways<number>;
    name_zh: string;
    name_en: string;
    maker_ppm: number;
    taker_ppm: number;
    /** Who traded so much in 30 days comes in, in whole USDT; null: by hand alone. */
    from_usdt: number | null;
  };
  /** Who has other fees than the markets', or traded of late. The ledger is brought in line with it. */
  customer_fees: {
    customer: number;
    tier: number | null;
    /** Fees of the customer's own, outside of every tier; then both, and by hand. */
    maker_ppm: number | null;
    taker_ppm: number | null;
    /** Given by an operator: stays whatever he trades. */
    by_hand: boolean;
    /** Of 30 days, in whole USDT, as of the last day that was looked at. */
    turnover_usdt: Generated<number>;
  };
  /** The days whose turnover was looked at. */
  fee_days: { day: string; time: number; moved: number };
}
