/** Customers' profit as it was counted last. Only customers who ask for it have rows. Worths are millionths of a USDT, as text where they may exceed 2^53. */
export interface ProfitTables {
  profit_accounts: {
    customer: number;
    /** Of the calculation; a row of an older one is counted again from nothing. */
    form: number;
    /** Journal entry up to which everything is counted; -1 before the first. */
    sequence: number;
    /** Time of the last counted line. */
    time: number;
    /** A `ProfitState` in JSON. */
    state: unknown;
    /** When a job was asked to count on; null if none has to. */
    wanted: number | null;
    /** Until when a process has the job. */
    held_until: number;
  };
  /** Coins that are still there, by when they came: what leaves is taken from the oldest. */
  profit_lots: {
    customer: number;
    asset: number;
    /** From 0, in order of time. */
    number: number;
    /** When they came. */
    time: number;
    quantity: number;
    /** Null where no price of that moment is known. */
    cost: string | null;
  };
  /** What a customer had at the end of each day (UTC) on which that changed. */
  profit_days: {
    customer: number;
    /** Start of the day. */
    day: number;
    /** Units by asset. */
    quantities: Readonly<Record<string, string>>;
    /** Worth of what came in less what left, each at its moment. */
    invested: string;
  };
}
