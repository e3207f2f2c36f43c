/** The content of a request. */
export interface RequestBody {
  /** Request kind and choices. */
  readonly flags: number;
  /** The market or the asset. */
  readonly subject: number;
  /** Price (limit), amount (market order by amount), or a withdrawal's fee. */
  readonly first: number;
  /** Quantity, the amount of a limit order by amount, or money. */
  readonly second: number;
}
