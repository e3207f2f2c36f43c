/** What a market must have traded within 24 hours for its prices to decide anything. */
export interface ControlPriceRules {
  readonly minTrades: number;
  /** Different customers, on either side of those trades. */
  readonly minOwners: number;
  /** Whole USDT. */
  readonly minTurnoverUsdt: number;
}

/** How much may leave, in whole USDT's worth: what the settings say. */
export interface WithdrawalLimits {
  /** In 24 hours, of a customer who isn't verified; 0 where withdrawals need a passed identity. */
  readonly dayUsdt: number;
  /** In 24 hours, of one who is. */
  readonly dayUsdtVerified: number;
  /** From here on people look at a withdrawal first: at what a customer withdraws in 24 hours in all. */
  readonly reviewFromUsdt: number;
  /** The same where something about the withdrawal is a risk. */
  readonly riskReviewFromUsdt: number;
}
