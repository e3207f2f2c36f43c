/** A change of what a customer holds, in either of their accounts. */
export interface LedgerLine {
  readonly sequence: number;
  readonly position: number;
  readonly time: number;
  readonly asset: number;
  /** Signed, in units of the asset. */
  readonly amount: number;
  readonly reason: string;
  /** 0 if no order caused it. */
  readonly order_id: number;
}
