/** The trading within 24 hours that a market needs for its prices to value withdrawals. */
export interface ControlPriceRules {
  readonly minTrades: number;
  /** Distinct customers on either side of the trades. */
  readonly minOwners: number;
  /** Whole USDT. */
  readonly minTurnoverUsdt: number;
}

interface ControlPriceEnvironment {
  readonly MODE: 'demo' | 'production';
  readonly CONTROL_PRICE_TRADES: number;
  readonly CONTROL_PRICE_CUSTOMERS: number | null;
  readonly CONTROL_PRICE_TURNOVER_USDT: number;
}

export function controlPricesOf(data: ControlPriceEnvironment): ControlPriceRules {
  return {
    minTrades: data.CONTROL_PRICE_TRADES,
    // The demo's market is made by two customers.
    minOwners: data.CONTROL_PRICE_CUSTOMERS ?? (data.MODE === 'demo' ? 2 : 10),
    minTurnoverUsdt: data.CONTROL_PRICE_TURNOVER_USDT,
  };
}

/** Withdrawal limits from the settings, in whole USDT's worth. */
export interface WithdrawalLimits {
  /** Per 24 hours for an unverified customer; 0 if withdrawals need a verified identity. */
  readonly dayUsdt: number;
  /** Per 24 hours for a verified customer. */
  readonly dayUsdtVerified: number;
  /** Operators review a customer's withdrawals from this total in 24 hours. */
  readonly reviewFromUsdt: number;
  /** The same for a withdrawal with a risk. */
  readonly riskReviewFromUsdt: number;
}
