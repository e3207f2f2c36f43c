export interface MarketTables {
  rates: {
    /** A currency's code. */
    unit: string;
    /** What one USDT is worth in it, as a decimal. */
    per_usdt: string;
  };
}
