import type { GeneratedAlways } from 'kysely';

export interface MarketTables {
  rates: {
    /** A currency's code. */
    unit: string;
    /** The worth of one USDT in it, as a decimal. */
    per_usdt: string;
  };
  /** Changes of rates; null if there was no rate before, or is none after. */
  rate_changes: {
    id: GeneratedAlways<number>;
    unit: string;
    before: string | null;
    after: string | null;
    operator: string;
    time: number;
  };
  price_alerts: {
    id: string;
    customer: number;
    market: number;
    direction: 'up' | 'down';
    price_ticks: number;
    time: number;
    /** Only trades of the market with a greater number can fire it. */
    after_trade: number;
    /** The trade that fired it; null while it is active. */
    fired_time: number | null;
    fired_ticks: number | null;
  };
}
